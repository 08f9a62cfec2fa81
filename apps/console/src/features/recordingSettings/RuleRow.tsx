import type { RecordingRule } from "@marquee/contract";
import { Field } from "../../shared/form/Field.tsx";
import { SelectField } from "../../shared/form/SelectField.tsx";

interface RuleRowProps {
  rule: RecordingRule;
  onChange: (rule: RecordingRule) => void;
}

const KINDS: readonly (readonly [RecordingRule["kind"], string])[] = [
  ["address", "A page is visited"],
  ["event", "An event is tracked"],
  ["flag", "A flag answers"],
  ["property", "An event has a property"],
];

const EMPTY: Record<RecordingRule["kind"], RecordingRule> = {
  address: { kind: "address", pattern: "" },
  event: { kind: "event", name: "" },
  flag: { kind: "flag", key: "", value: "" },
  property: { kind: "property", name: "", value: "" },
};

/** One rule: what kind it is, and what it asks for. */
export function RuleRow({ rule, onChange }: RuleRowProps) {
  return (
    <>
      <SelectField
        label="When"
        choices={KINDS}
        value={rule.kind}
        onChange={({ target }) => {
          const kind = KINDS.find(([known]) => known === target.value)?.[0];
          if (kind) onChange(EMPTY[kind]);
        }}
      />
      {fieldsOf(rule).map(([name, label, value]) => (
        <Field
          key={`${rule.kind} ${name}`}
          label={label}
          required
          maxLength={200}
          pattern={name === "pattern" ? "[/*].*" : undefined}
          title={name === "pattern" ? "A path such as /pricing or /lp/*" : undefined}
          value={value}
          onChange={({ target }) => onChange({ ...rule, [name]: target.value })}
        />
      ))}
    </>
  );
}

function fieldsOf(rule: RecordingRule): (readonly [name: string, label: string, value: string])[] {
  switch (rule.kind) {
    case "address":
      return [["pattern", "Path, * for anything", rule.pattern]];
    case "event":
      return [["name", "Event", rule.name]];
    case "flag":
      return [
        ["key", "Flag", rule.key],
        ["value", "Answer, as JSON", rule.value],
      ];
    case "property":
      return [
        ["name", "Property", rule.name],
        ["value", "Value", rule.value],
      ];
  }
}
