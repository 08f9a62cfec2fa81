import { PRIVACY_LEVELS, type PrivacyLevel } from "@marquee/contract";
import { LinesField } from "../../shared/form/LinesField.tsx";
import { SelectField } from "../../shared/form/SelectField.tsx";
import { AddressRuleFields } from "./AddressRuleFields.tsx";
import type { RecordingFieldsProps } from "./recordingFields.types.ts";

const LEVELS: Record<PrivacyLevel, string> = {
  "mask-user-input": "What visitors type is masked",
  conservative: "All text is masked",
};

/** What is never recorded. */
export function PrivacyFields({ settings, onChange }: RecordingFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">What is never recorded</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Masking"
          hint="Whatever is typed is masked in the browser, at either level; no setting records it."
          choices={PRIVACY_LEVELS.map((level) => [level, LEVELS[level]] as const)}
          value={settings.privacyLevel}
          onChange={({ target }) => {
            const privacyLevel = PRIVACY_LEVELS.find((level) => level === target.value);
            if (privacyLevel) onChange({ privacyLevel });
          }}
        />
        <LinesField
          label="Elements left out"
          hint="CSS selectors, one a line: an empty box of the same size stands in for each that matches."
          lines={settings.blockSelectors}
          onChange={(blockSelectors) => onChange({ blockSelectors })}
        />
      </div>
      <AddressRuleFields settings={settings} onChange={onChange} />
    </section>
  );
}
