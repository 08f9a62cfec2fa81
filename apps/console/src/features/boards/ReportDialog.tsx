import { COMPARISONS } from "@marquee/contract";
import { MAX_REPORT_NAME_LENGTH, type ReportDefinition, type ReportState } from "@marquee/contract/schema";
import { Button, Field, SelectField, Switch } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { type FormEvent, useState } from "react";
import { useSaveReport } from "../../shared/reports/useReports.ts";
import { InlineError } from "../../shared/ui/states.tsx";

interface ReportDialogProps {
  /** Null for a new one. */
  stored: ReportState | null;
  report: ReportDefinition;
  /** Email addresses of accounts that can own it. */
  owners: readonly string[];
  onDone: (saved: ReportState | null) => void;
}

/** Name, description, owner and visibility of a report or board. */
export function ReportDialog({ stored, report, owners, onDone }: ReportDialogProps) {
  const save = useSaveReport();
  const [edited, setEdited] = useState(report);
  const [owner, setOwner] = useState(stored?.owner ?? "");
  const set = (change: Partial<ReportDefinition>) => setEdited({ ...edited, ...change });
  const { content } = edited;
  const noun = content.kind === "board" ? "board" : "report";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = owner !== "" && owner !== (stored?.owner ?? "") ? { owner } : {};
    save.mutate({ stored, report: edited, ...given }, { onSuccess: onDone });
  };
  return (
    <Dialog
      isOpen
      onDismiss={() => onDone(null)}
      title={stored ? `Edit ${noun}` : `New ${noun}`}
      closeLabel="Close"
    >
      <form className="mt-2 grid gap-4" onSubmit={submit}>
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
        {save.isError && <InlineError error={save.error} />}
        <div className="flex flex-wrap gap-3">
          <Button submit size="sm" disabled={edited.name.trim() === "" || save.isPending}>
            {stored ? "Save changes" : `Create ${noun}`}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => onDone(null)}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
