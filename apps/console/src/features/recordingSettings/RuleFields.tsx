import type { RecordingRule } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Field } from "../../shared/form/Field.tsx";
import { SelectField } from "../../shared/form/SelectField.tsx";
import { RemovableRow } from "./RemovableRow.tsx";
import type { RecordingFieldsProps } from "./useRecordingDraft.ts";

interface RuleRowProps {
  rule: RecordingRule;
  onChange: (rule: RecordingRule) => void;
}

const KINDS: readonly (readonly [RecordingRule["kind"], string])[] = [
  ["address", "A page is visited"],
  ["event", "An event is tracked"],
  ["flag", "A flag has a value"],
  ["property", "An event has a property"],
];

const EMPTY: Record<RecordingRule["kind"], RecordingRule> = {
  address: { kind: "address", pattern: "" },
  event: { kind: "event", name: "" },
  flag: { kind: "flag", key: "", value: "" },
  property: { kind: "property", name: "", value: "" },
};

const NEW_RULE: RecordingRule = { kind: "address", pattern: "" };

/** Rules for recording sessions outside the sample. */
export function RuleFields({ settings: { rules }, onChange }: RecordingFieldsProps) {
  const put = (index: number, rule: RecordingRule) => onChange({ rules: rules.with(index, rule) });
  return (
    <section className="grid gap-3 border-hairline border-t pt-5">
      <h2 className="font-semibold">Recording rules</h2>
      <p className="text-ink-muted text-xs">
        A session outside the sample is recorded from the moment any rule matches, along with the visitor's
        sessions of the next two days.
      </p>
      <ol className="grid gap-3">
        {rules.map((rule, index) => (
          <RemovableRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ID, and their fields have no state.
            key={index}
            label="Remove rule"
            onRemove={() => onChange({ rules: rules.toSpliced(index, 1) })}
          >
            <RuleRow rule={rule} onChange={(changed) => put(index, changed)} />
          </RemovableRow>
        ))}
      </ol>
      <div>
        <Button variant="secondary" size="sm" onClick={() => onChange({ rules: [...rules, NEW_RULE] })}>
          Add rule
        </Button>
      </div>
    </section>
  );
}

/** One rule: its kind and its values. */
function RuleRow({ rule, onChange }: RuleRowProps) {
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
      return [["pattern", "Path (* matches anything)", rule.pattern]];
    case "event":
      return [["name", "Event", rule.name]];
    case "flag":
      return [
        ["key", "Flag", rule.key],
        ["value", "Value (JSON)", rule.value],
      ];
    case "property":
      return [
        ["name", "Property", rule.name],
        ["value", "Value", rule.value],
      ];
  }
}
