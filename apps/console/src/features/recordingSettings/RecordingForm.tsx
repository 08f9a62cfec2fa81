import { type FormEvent, useState } from "react";
import { SaveBar } from "../../shared/draft/SaveBar.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { MonitoringFields } from "./MonitoringFields.tsx";
import { PrivacyFields } from "./PrivacyFields.tsx";
import { RuleFields } from "./RuleFields.tsx";
import { SampleFields } from "./SampleFields.tsx";
import type { RecordingDraft } from "./useRecordingDraft.ts";
import { weakerPrivacy } from "./weakerPrivacy.ts";

interface RecordingFormProps {
  edited: RecordingDraft;
  mayEdit: boolean;
}

/** Everything that recorders are told. What visitors would lose by is asked about once more. */
export function RecordingForm({ edited, mayEdit }: RecordingFormProps) {
  const { draft, base, set, save } = edited;
  const [isAsking, setAsking] = useState(false);
  const losses = weakerPrivacy(base.definition, draft);
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
        <MonitoringFields {...fields} />
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
