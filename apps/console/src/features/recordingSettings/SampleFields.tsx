import { Switch } from "../../shared/form/Switch.tsx";
import { PercentField } from "./PercentField.tsx";
import type { RecordingFieldsProps } from "./recordingFields.types.ts";

/** Whether, and how many. */
export function SampleFields({ settings, onChange }: RecordingFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">What is recorded</h2>
      <div>
        <Switch
          label="Record sessions and clicks"
          isOn={settings.isCaptureEnabled}
          onChange={(isCaptureEnabled) => onChange({ isCaptureEnabled })}
        />
        <p className="text-ink-muted text-xs">
          Off, no recorder is loaded. On, it is loaded for visitors who agreed to be measured, and for nobody
          else.
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <PercentField
          label="Sessions recorded"
          hint="Chosen by the session's id: a session is recorded whole or not at all."
          value={settings.sampleRate}
          onChange={(sampleRate) => onChange({ sampleRate })}
        />
        <PercentField
          label="Sessions on heatmaps"
          hint="Clicks and how far pages are scrolled. They weigh little."
          value={settings.interactionSampleRate}
          onChange={(interactionSampleRate) => onChange({ interactionSampleRate })}
        />
      </div>
    </section>
  );
}
