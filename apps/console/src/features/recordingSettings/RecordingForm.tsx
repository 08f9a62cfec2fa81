import { type FormEvent, useState } from "react";
import { SaveBar } from "../../shared/draft/SaveBar.tsx";
import { Field } from "../../shared/form/Field.tsx";
import { Switch } from "../../shared/form/Switch.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { PercentField } from "./PercentField.tsx";
import { PrivacyFields } from "./PrivacyFields.tsx";
import { privacyWarnings } from "./privacyWarnings.ts";
import { RuleFields } from "./RuleFields.tsx";
import type { RecordingFieldsProps } from "./recordingFields.types.ts";
import type { RecordingDraft } from "./useRecordingDraft.ts";

interface RecordingFormProps {
  edited: RecordingDraft;
  mayEdit: boolean;
}

/** Everything that recorders are told. What visitors would lose by is asked about once more. */
export function RecordingForm({ edited, mayEdit }: RecordingFormProps) {
  const { draft, base, set, save } = edited;
  const [isAsking, setAsking] = useState(false);
  const losses = privacyWarnings(base.definition, draft);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (losses.length > 0) setAsking(true);
    else save();
  };
  const confirm = () => {
    setAsking(false);
    save();
  };
  const fields = { settings: draft, onChange: set };
  return (
    <form onSubmit={onSubmit}>
      <fieldset disabled={!mayEdit} className="grid min-w-0 gap-8">
        <SampleFields {...fields} />
        <RuleFields {...fields} />
        <PrivacyFields {...fields} />
        <RumFields {...fields} />
      </fieldset>
      {mayEdit && <SaveBar edited={edited} isInvalid={false} />}
      <ConfirmDialog
        isOpen={isAsking}
        title="Record more of visitors?"
        action="Save all the same"
        dismissal="Keep editing"
        isBusy={edited.isSaving}
        error={null}
        onConfirm={confirm}
        onDismiss={() => setAsking(false)}
      >
        <ul className="grid list-disc gap-1 pl-5">
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        <p>See whether what visitors agreed to covers it.</p>
      </ConfirmDialog>
    </form>
  );
}

/** What Datadog's client is told. */
function RumFields({ settings, onChange }: RecordingFieldsProps) {
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

/** Whether, and how many. */
function SampleFields({ settings, onChange }: RecordingFieldsProps) {
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
