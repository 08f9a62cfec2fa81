import { Field } from "../../shared/form/Field.tsx";
import { PercentField } from "./PercentField.tsx";
import type { RecordingFieldsProps } from "./recordingFields.types.ts";

/** What Datadog's client is told. */
export function MonitoringFields({ settings, onChange }: RecordingFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">Monitoring</h2>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label="Application id"
          hint="Names this site in monitoring. Without one, nothing is monitored."
          pattern="[A-Za-z0-9_\-]*"
          title="Letters, digits, dashes and underscores"
          maxLength={100}
          value={settings.applicationId}
          onChange={({ target }) => onChange({ applicationId: target.value })}
        />
        <PercentField
          label="Sessions monitored"
          hint="Errors, requests and long tasks of these are kept."
          value={settings.monitoringSampleRate}
          onChange={(monitoringSampleRate) => onChange({ monitoringSampleRate })}
        />
        <PercentField
          label="Of those, replayed"
          hint="How many of them monitoring may record where a page asks for it."
          value={settings.monitoringReplaySampleRate}
          onChange={(monitoringReplaySampleRate) => onChange({ monitoringReplaySampleRate })}
        />
      </div>
    </section>
  );
}
