import {
  type AddressRule,
  MASKING_LEVELS,
  type MaskingLevel,
  type RecordingSettings,
} from "@marquee/contract";
import { Button, Field, LinesField, SelectField } from "@marquee/ui";
import { RemovableRow } from "./RemovableRow.tsx";

/** Props of each section of the form. */
export interface RecordingFieldsProps {
  settings: RecordingSettings;
  onChange: (change: Partial<RecordingSettings>) => void;
}

type Privacy = Pick<RecordingSettings, "privacyLevel" | "blockSelectors" | "addressRules">;

const NEW_RULE: AddressRule = { pattern: "", replacement: "" };

const LEVELS: Record<MaskingLevel, string> = {
  "mask-user-input": "Mask inputs",
  conservative: "Mask all text",
};

/** Settings for masking, blocked elements and URLs. */
export function PrivacyFields({ settings, onChange }: RecordingFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">Privacy</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Masking"
          hint="Input is always masked in the browser. No setting records it."
          choices={MASKING_LEVELS.map((level) => [level, LEVELS[level]] as const)}
          value={settings.privacyLevel}
          onChange={({ target }) => {
            const privacyLevel = MASKING_LEVELS.find((level) => level === target.value);
            if (privacyLevel) onChange({ privacyLevel });
          }}
        />
        <LinesField
          label="Blocked elements"
          hint="CSS selectors, one per line. Matching elements are replaced by an empty box of the same size."
          lines={settings.blockSelectors}
          onChange={(blockSelectors) => onChange({ blockSelectors })}
        />
      </div>
      <AddressRuleFields settings={settings} onChange={onChange} />
    </section>
  );
}

/** URLs that may identify a visitor, with their replacements. */
function AddressRuleFields({ settings: { addressRules }, onChange }: RecordingFieldsProps) {
  const put = (index: number, change: Partial<AddressRule>) =>
    onChange({
      addressRules: addressRules.map((rule, each) => (each === index ? { ...rule, ...change } : rule)),
    });
  return (
    <div className="grid gap-3">
      <h3 className="font-medium">URL masking</h3>
      <p className="text-ink-muted text-xs">
        The path and query of matching URLs are replaced in the browser, before anything is stored or sent.
      </p>
      <ol className="grid gap-3">
        {addressRules.map(({ pattern, replacement }, index) => (
          <RemovableRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ID, and their fields have no state.
            key={index}
            label="Remove URL"
            onRemove={() => onChange({ addressRules: addressRules.toSpliced(index, 1) })}
          >
            <Field
              label="URL pattern (* matches anything)"
              required
              maxLength={500}
              placeholder="https://*/team/*"
              value={pattern}
              onChange={({ target }) => put(index, { pattern: target.value })}
            />
            <Field
              label="Replacement"
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
          Add URL
        </Button>
      </div>
    </div>
  );
}

/**
 * Warnings about what a change reveals about visitors, one sentence each. Empty if it reveals nothing more.
 */
export function privacyWarnings(before: Privacy, after: Privacy): string[] {
  const unblocked = before.blockSelectors.filter((selector) => !after.blockSelectors.includes(selector));
  const remainingRules = new Set(after.addressRules.map((rule) => JSON.stringify(rule)));
  const removed = before.addressRules.filter((rule) => !remainingRules.has(JSON.stringify(rule)));
  return [
    ...(before.privacyLevel === "conservative" && after.privacyLevel !== "conservative"
      ? ["Page text will be recorded. Input stays masked."]
      : []),
    ...unblocked.map((selector) => `Elements that match ${selector} will be recorded.`),
    ...removed.map(({ pattern }) => `URLs that match ${pattern} will no longer be masked the same way.`),
  ];
}
