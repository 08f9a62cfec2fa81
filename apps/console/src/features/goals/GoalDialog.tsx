import {
  alternativesOf,
  anyOf,
  cutText,
  describeCondition,
  type GoalDefinition,
  MAX_GOAL_NAME_LENGTH,
} from "@marquee/contract";
import type { GoalState } from "@marquee/contract/schema";
import { Button, Field } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { type FormEvent, useState } from "react";
import { useRoute } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { Alternatives, type Draft, newDraft } from "./Alternatives.tsx";
import { GoalPreview } from "./GoalPreview.tsx";
import { useGoalChanges } from "./useGoalChanges.ts";

interface GoalDialogProps {
  /** Null for a new goal. */
  stored: GoalState | null;
  /** Called with the saved goal, or without one when the dialog is dismissed. */
  onDone: (saved?: GoalState) => void;
  onArchive: (stored: GoalState) => void;
}

/** Creates or changes a goal: choose what visitors do, pick it from what was recorded, and see at once how often it happened. */
export function GoalDialog({ stored, onDone, onArchive }: GoalDialogProps) {
  const choices = useRoute("GET /goals/choices");
  const { save } = useGoalChanges();
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    stored ? alternativesOf(stored.goal.condition).map(newDraft) : [newDraft(null)],
  );
  const chosen = drafts.flatMap(({ condition }) => condition ?? []);
  const condition = chosen.length === drafts.length ? anyOf(chosen) : null;
  // Follows the condition until someone writes a name.
  const [ownName, setOwnName] = useState<string | null>(stored?.goal.name ?? null);
  const name = ownName ?? (condition ? cutText(describeCondition(condition), MAX_GOAL_NAME_LENGTH) : "");
  const [value, setValue] = useState(stored?.goal.value?.toString() ?? "");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!condition) return;
    const goal: GoalDefinition = {
      name,
      condition,
      value: value === "" ? null : Number(value),
      isArchived: false,
    };
    save.mutate({ stored, goal }, { onSuccess: onDone });
  };
  return (
    <Dialog isOpen onDismiss={() => onDone()} title={stored ? "Edit goal" : "New goal"} closeLabel="Close">
      <form onSubmit={submit} className="mt-3 grid gap-4">
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
        {save.isError && <InlineError error={save.error} />}
        <div className="flex flex-wrap gap-3">
          <Button submit size="sm" disabled={!condition || save.isPending}>
            {stored ? "Save goal" : "Create goal"}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => onDone()}>
            Cancel
          </Button>
          {stored && (
            <Button variant="tertiary" size="sm" className="ml-auto" onClick={() => onArchive(stored)}>
              Archive
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
