import { COMPARISONS } from "@marquee/contract";
import { MAX_REPORT_NAME_LENGTH, type ReportDefinition, type ReportState } from "@marquee/contract/schema";
import { Field, SelectField, Switch } from "@marquee/ui";
import { useState } from "react";
import { RecordDialog } from "../../shared/versioned/RecordDialog.tsx";

interface ReportDialogProps {
  /** Null for a new one. */
  stored: ReportState | null;
  report: ReportDefinition;
  /** Email addresses of accounts that can own it. */
  owners: readonly string[];
  onDone: (saved?: ReportState) => void;
}

/** Name, description, owner and visibility of a report or board. */
export function ReportDialog({ stored, report, owners, onDone }: ReportDialogProps) {
  const [edited, setEdited] = useState(report);
  const [owner, setOwner] = useState(stored?.owner ?? "");
  const set = (change: Partial<ReportDefinition>) => setEdited({ ...edited, ...change });
  const { content } = edited;
  const noun = content.kind === "board" ? "board" : "report";
  return (
    <RecordDialog
      kind="reports"
      stored={stored}
      title={stored ? `Edit ${noun}` : `New ${noun}`}
      definition={edited.name.trim() === "" ? null : edited}
      more={owner !== "" && owner !== (stored?.owner ?? "") ? { owner } : {}}
      action={stored ? "Save changes" : `Create ${noun}`}
      onDone={onDone}
    >
      <Field
        label="Name"
        required
        maxLength={MAX_REPORT_NAME_LENGTH}
        value={edited.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Field
        label="Description (optional)"
        maxLength={500}
        value={edited.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      {content.kind === "board" && (
        <SelectField
          label="Compare with"
          value={content.period.compare}
          choices={Object.entries(COMPARISONS)}
          onChange={({ target }) =>
            set({
              content: {
                ...content,
                period: { ...content.period, compare: target.value as keyof typeof COMPARISONS },
              },
            })
          }
        />
      )}
      {stored && (
        <SelectField
          label="Owner"
          value={owner}
          choices={[
            ...(stored.owner === null ? [["", "Nobody"] as const] : []),
            ...owners.map((email) => [email, email] as const),
          ]}
          onChange={({ target }) => setOwner(target.value)}
        />
      )}
      <Switch
        label="Everyone with an account sees it"
        isOn={edited.isShared}
        onChange={(isShared) => set({ isShared })}
      />
    </RecordDialog>
  );
}
