import type { RecordingResponse } from "@marquee/contract/schema";
import { Field, Switch } from "@marquee/ui";
import { type FormEvent, useState } from "react";
import { SaveBar } from "../../shared/draft/SaveBar.tsx";
import type { Draft } from "../../shared/draft/useDraft.ts";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { PercentField } from "./PercentField.tsx";
import { PrivacyFields, privacyWarnings, type RecordingFieldsProps } from "./PrivacyFields.tsx";
import { RuleFields } from "./RuleFields.tsx";

interface RecordingFormProps {
  edited: Draft<RecordingResponse>;
  mayEdit: boolean;
}

/** All recording settings. Changes that reduce visitors' privacy require confirmation. */
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
        title="Record more visitor data?"
        action="Save anyway"
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
        <p>Check that your visitors' consent covers it.</p>
      </ConfirmDialog>
    </form>
  );
}

/** Settings for Datadog's client. */
function RumFields({ settings, onChange }: RecordingFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">RUM</h2>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label="Application ID"
          hint="Identifies this site in RUM. Without it, no RUM data is collected."
          pattern="[A-Za-z0-9_\-]*"
          title="Use letters, digits, dashes and underscores."
          maxLength={100}
          value={settings.applicationId}
          onChange={({ target }) => onChange({ applicationId: target.value })}
        />
        <PercentField
          label="RUM sample rate"
          hint="Errors, requests and long tasks are collected for these sessions."
          value={settings.monitoringSampleRate}
          onChange={(monitoringSampleRate) => onChange({ monitoringSampleRate })}
        />
        <PercentField
          label="RUM replay sample rate"
          hint="Share of RUM sessions that can be recorded if a page requests it."
          value={settings.monitoringReplaySampleRate}
          onChange={(monitoringReplaySampleRate) => onChange({ monitoringReplaySampleRate })}
        />
      </div>
    </section>
  );
}

/** Whether sessions are recorded, and which share of them. */
function SampleFields({ settings, onChange }: RecordingFieldsProps) {
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">Sampling</h2>
      <div>
        <Switch
          label="Record sessions and clicks"
          isOn={settings.isCaptureEnabled}
          onChange={(isCaptureEnabled) => onChange({ isCaptureEnabled })}
        />
        <p className="text-ink-muted text-xs">
          If on, the recorder loads for consented visitors only. If off, it never loads.
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <PercentField
          label="Session sample rate"
          hint="Chosen by session ID, so sessions are recorded in full or not at all."
          value={settings.sampleRate}
          onChange={(sampleRate) => onChange({ sampleRate })}
        />
        <PercentField
          label="Heatmap sample rate"
          hint="Clicks and scroll depth. These are lightweight."
          value={settings.interactionSampleRate}
          onChange={(interactionSampleRate) => onChange({ interactionSampleRate })}
        />
      </div>
    </section>
  );
}
