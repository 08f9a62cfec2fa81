import type { RecordingRule } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { RemovableRow } from "./RemovableRow.tsx";
import { RuleRow } from "./RuleRow.tsx";
import type { RecordingFieldsProps } from "./recordingFields.types.ts";

const NEW_RULE: RecordingRule = { kind: "address", pattern: "" };

/** Which sessions are recorded though the sample leaves them out. */
export function RuleFields({ settings: { rules }, onChange }: RecordingFieldsProps) {
  const put = (index: number, rule: RecordingRule) => onChange({ rules: rules.with(index, rule) });
  return (
    <section className="grid gap-3 border-hairline border-t pt-5">
      <h2 className="font-semibold">Recorded beyond the sample</h2>
      <p className="text-ink-muted text-xs">
        A session is recorded from the moment that any of these is true, and the visitor's sessions of the
        next two days with it.
      </p>
      <ol className="grid gap-3">
        {rules.map((rule, index) => (
          <RemovableRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and their fields keep nothing of their own.
            key={index}
            label="Remove this rule"
            onRemove={() => onChange({ rules: rules.toSpliced(index, 1) })}
          >
            <RuleRow rule={rule} onChange={(changed) => put(index, changed)} />
          </RemovableRow>
        ))}
      </ol>
      <div>
        <Button variant="secondary" size="sm" onClick={() => onChange({ rules: [...rules, NEW_RULE] })}>
          Add a rule
        </Button>
      </div>
    </section>
  );
}
