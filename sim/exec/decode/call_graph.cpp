#include "sim/exec/decode/call_graph.h"

#include <algorithm>

namespace lanescope::exec {
namespace {

using Kind = ptx::Operand::Kind;

template <class F>
void for_each_symbol(const ptx::Operand& operand, F f) {
  if (operand.kind == Kind::symbol && operand.index == ptx::Operand::not_local) f(operand.name);
  for (const ptx::Operand& element : operand.elements) for_each_symbol(element, f);
}

bool calls_a_pointer(const ptx::Instruction& in) {
  return in.opcode == ptx::Opcode::call &&
         std::any_of(in.operands.begin(), in.operands.end(),
                     [](const ptx::Operand& operand) { return operand.kind == Kind::reg; });
}

class Search {
 public:
  explicit Search(const ptx::Module& module) : module_(module) {}

  CallGraph run(const ptx::Function& entry) {
    graph_.functions.push_back(&entry);
    for (std::size_t i = 0; i < graph_.functions.size(); ++i) {
      visit(*graph_.functions[i]);
      if (calls_pointers_ && i + 1 == graph_.functions.size()) use_all_pointed_to();
    }
    graph_.may_recurse = graph_.may_recurse || has_cycle();
    return std::move(graph_);
  }

 private:
  void visit(const ptx::Function& function) {
    calls_.emplace_back();
    for (const ptx::Instruction& in : function.instructions) {
      calls_pointers_ = calls_pointers_ || calls_a_pointer(in);
      graph_.may_recurse = graph_.may_recurse || calls_pointers_;
      for (const ptx::Operand& operand : in.operands) {
        for_each_symbol(operand, [&](std::string_view name) {
          use(name);
          const auto callee = graph_.find(name);
          if (callee && in.opcode == ptx::Opcode::call) calls_.back().push_back(*callee);
        });
      }
    }
  }

  void use(std::string_view name) {
    if (!graph_.names.insert(name).second) return;
    const ptx::Function* function = module_.find_function(name);
    // A kernel whose address is taken may be launched, but not called.
    if (function != nullptr && !function->is_declaration && !function->is_entry)
      graph_.functions.push_back(function);
    for (const ptx::Variable& variable : module_.variables) {
      if (variable.name != name) continue;
      for (const ptx::AddressInitialiser& item : variable.addresses) use(item.symbol);
    }
  }

  // A pointer, or an object with virtual functions, may be of an earlier launch: it may point to
  // any function whose address is taken anywhere in the module.
  void use_all_pointed_to() {
    const auto use_function = [this](std::string_view name) {
      const ptx::Function* function = module_.find_function(name);
      if (function != nullptr && !function->is_entry) use(name);
    };
    for (const ptx::Function& function : module_.functions) {
      for (const ptx::Instruction& in : function.instructions) {
        if (in.opcode == ptx::Opcode::call) continue;
        for (const ptx::Operand& operand : in.operands) for_each_symbol(operand, use_function);
      }
    }
    for (const ptx::Variable& variable : module_.variables) {
      for (const ptx::AddressInitialiser& item : variable.addresses) use_function(item.symbol);
    }
  }

  // Depth-first search. Reaching a function that is still open closes a cycle.
  bool has_cycle() {
    states_.assign(graph_.functions.size(), State::fresh);
    return closes_cycle(0);
  }
  bool closes_cycle(std::uint32_t function) {
    if (states_[function] != State::fresh) return states_[function] == State::open;
    states_[function] = State::open;
    const auto& callees = calls_[function];
    const bool found = std::any_of(callees.begin(), callees.end(),
                                   [this](std::uint32_t callee) { return closes_cycle(callee); });
    states_[function] = State::done;
    return found;
  }

  enum class State : std::uint8_t { fresh, open, done };
  const ptx::Module& module_;
  CallGraph graph_;
  std::vector<std::vector<std::uint32_t>> calls_;  // calls by name, for each of graph_.functions
  std::vector<State> states_;
  bool calls_pointers_ = false;
};

}  // namespace

std::optional<std::uint32_t> CallGraph::find(std::string_view name) const {
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (functions[i]->name == name) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

CallGraph call_graph(const ptx::Module& module, const ptx::Function& entry) {
  return Search(module).run(entry);
}

}  // namespace lanescope::exec
