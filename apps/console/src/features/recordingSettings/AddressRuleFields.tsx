import type { AddressRule } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Field } from "../../shared/form/Field.tsx";
import { RemovableRow } from "./RemovableRow.tsx";
import type { RecordingFieldsProps } from "./recordingFields.types.ts";

const NEW_RULE: AddressRule = { pattern: "", replacement: "" };

/** Addresses that say something about a visitor, and what is kept in their place. */
export function AddressRuleFields({ settings: { addressRules }, onChange }: RecordingFieldsProps) {
  const put = (index: number, change: Partial<AddressRule>) =>
    onChange({
      addressRules: addressRules.map((rule, each) => (each === index ? { ...rule, ...change } : rule)),
    });
  return (
    <div className="grid gap-3">
      <h3 className="font-medium">Addresses that are replaced</h3>
      <p className="text-ink-muted text-xs">
        Before anything is kept or sent, the path and query of an address that matches give way to the
        replacement.
      </p>
      <ol className="grid gap-3">
        {addressRules.map(({ pattern, replacement }, index) => (
          <RemovableRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and their fields keep nothing of their own.
            key={index}
            label="Remove this address"
            onRemove={() => onChange({ addressRules: addressRules.toSpliced(index, 1) })}
          >
            <Field
              label="Address, * for anything"
              required
              maxLength={500}
              placeholder="https://*/team/*"
              value={pattern}
              onChange={({ target }) => put(index, { pattern: target.value })}
            />
            <Field
              label="Kept in its place"
              maxLength={500}
              placeholder="/team"
              value={replacement}
              onChange={({ target }) => put(index, { replacement: target.value })}
            />
          </RemovableRow>
        ))}
      </ol>
      <div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onChange({ addressRules: [...addressRules, NEW_RULE] })}
        >
          Add an address
        </Button>
      </div>
    </div>
  );
}
