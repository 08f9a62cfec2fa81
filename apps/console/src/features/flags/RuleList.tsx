import { ENVIRONMENTS, type FlagDefinition, type FlagRule, type ValueType } from "@marquee/contract";
import { useRef, useState } from "react";
import { AddButton } from "../../shared/ui/IconButton.tsx";
import { moveItem } from "../../shared/ui/moveItem.ts";
import { RuleEditor } from "./RuleEditor.tsx";

interface RuleListProps {
  definition: FlagDefinition;
  onChange: (rules: FlagRule[]) => void;
}

/** The rules in order. The first that matches a visitor applies. */
export function RuleList({ definition, onChange }: RuleListProps) {
  const { rules } = definition;
  const [added, setAdded] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const add = () => {
    const rule = newRule(definition);
    setAdded(rule.id);
    onChange([...rules, rule]);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rules.length) return;
    onChange(moveItem(rules, from, to));
    setSaid(`Rule ${from + 1} moved to position ${to + 1}.`);
  };
  const remove = (index: number) => {
    onChange(rules.toSpliced(index, 1));
    setSaid(`Rule ${index + 1} removed.`);
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="rules">
      <h2 ref={heading} id="rules" tabIndex={-1} className="font-semibold outline-none">
        Rules
      </h2>
      <p className="text-ink-muted text-xs">
        The first matching rule applies, then a running experiment, then the default. Press Alt+↑ or Alt+↓ to
        move a rule.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {rules.length === 0 && (
        <p className="mt-3 border-hairline border-y py-3 text-ink-muted">
          No rules yet. Every visitor gets the default value.
        </p>
      )}
      <ol className="mt-3 grid gap-3">
        {rules.map((rule, index) => (
          <RuleEditor
            key={rule.id}
            rule={rule}
            number={index + 1}
            isLast={index === rules.length - 1}
            isNew={rule.id === added}
            isOpenAtFirst={rule.id === added || rules.length === 1}
            flag={definition}
            onChange={(change) => onChange(rules.with(index, { ...rule, ...change }))}
            onMove={(by) => move(index, index + by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <AddButton variant="secondary" className="mt-3" onClick={add}>
        Add rule
      </AddButton>
    </section>
  );
}

/** A new rule. It is off until an editor turns it on. */
function newRule({ type, defaultValue }: Pick<FlagDefinition, "type" | "defaultValue">): FlagRule {
  return {
    id: newRuleId(),
    description: "",
    isOn: false,
    targeting: [],
    prerequisites: [],
    coverage: 1,
    environments: [...ENVIRONMENTS],
    from: null,
    to: null,
    value: otherValue(type, defaultValue),
  };
}

/** A random ID, so that the ID of a removed rule is never reused. */
function newRuleId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return `rule-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Initial value of a new rule: the opposite of a boolean default, a copy of any other. A rule with the default value has no effect. */
function otherValue(type: ValueType, value: FlagDefinition["defaultValue"]) {
  return type === "boolean" ? value !== true : value;
}
