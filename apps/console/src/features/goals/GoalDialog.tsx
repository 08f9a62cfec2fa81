import { alternativesOf, anyOf, cutText, describeCondition, MAX_GOAL_NAME_LENGTH } from "@marquee/contract";
import type { GoalState } from "@marquee/contract/schema";
import { Field } from "@marquee/ui";
import { useState } from "react";
import { useRoute } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { RecordDialog } from "../../shared/versioned/RecordDialog.tsx";
import { Alternatives, type Draft, newDraft } from "./Alternatives.tsx";
import { GoalPreview } from "./GoalPreview.tsx";

interface GoalDialogProps {
  /** Null for a new goal. */
  stored: GoalState | null;
  /** Called with the saved goal, or without one when the dialog is dismissed. */
  onDone: (saved?: GoalState) => void;
  onArchive: (stored: GoalState) => void;
}

/** Creates or changes a goal: choose what visitors do from recorded data, and see immediately how often it happened. */
export function GoalDialog({ stored, onDone, onArchive }: GoalDialogProps) {
  const choices = useRoute("GET /goals/choices");
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    stored ? alternativesOf(stored.definition.condition).map(newDraft) : [newDraft(null)],
  );
  const chosen = drafts.flatMap(({ condition }) => condition ?? []);
  const condition = chosen.length === drafts.length ? anyOf(chosen) : null;
  // Follows the condition until someone writes a name.
  const [ownName, setOwnName] = useState<string | null>(stored?.definition.name ?? null);
  const name = ownName ?? (condition ? cutText(describeCondition(condition), MAX_GOAL_NAME_LENGTH) : "");
  const [value, setValue] = useState(stored?.definition.value?.toString() ?? "");
  return (
    <RecordDialog
      kind="goals"
      stored={stored}
      title={stored ? "Edit goal" : "New goal"}
      definition={
        condition && { name, condition, value: value === "" ? null : Number(value), isArchived: false }
      }
      action={stored ? "Save goal" : "Create goal"}
      end={{ action: "Archive", run: onArchive }}
      onDone={onDone}
    >
      <QueryView query={choices} loading={<Skeleton className="h-64" />} className="grid gap-4">
        {(data) => <Alternatives drafts={drafts} choices={data} onChange={setDrafts} />}
      </QueryView>
      <GoalPreview condition={condition} />
      <Field
        label="Name"
        required
        maxLength={MAX_GOAL_NAME_LENGTH}
        value={name}
        autoComplete="off"
        onChange={({ target }) => setOwnName(target.value === "" ? null : target.value)}
      />
      <Field
        label="Value of one conversion (optional)"
        hint="In your currency. The list then shows what the conversions are worth."
        type="number"
        min={0}
        max={1e9}
        step="any"
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
    </RecordDialog>
  );
}
