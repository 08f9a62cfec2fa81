import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { changedFields } from "../changes/changedFields.ts";
import { Diff } from "../changes/Diff.tsx";
import { formatPrecise } from "../format/format.ts";
import { type AnyDraft, asJson } from "./useDraft.ts";

interface ConflictDialogProps {
  edited: Pick<AnyDraft, "conflict" | "base" | "takeTheirs" | "keepOurs">;
}

/** Shown if someone else saved in between: who, when and what. The editor decides which changes to keep. */
export function ConflictDialog({ edited }: ConflictDialogProps) {
  const { conflict, base, takeTheirs, keepOurs } = edited;
  if (!conflict) return null;
  const theirs = changedFields(asJson(base.definition), asJson(conflict.definition));
  return (
    <Dialog isOpen onDismiss={keepOurs} title="Someone else changed this" closeLabel="Close">
      <div className="grid gap-4">
        <p>
          {conflict.updatedBy} saved
          {conflict.updatedAt !== null && ` at ${formatPrecise(conflict.updatedAt)}`}. Your changes are not
          saved yet.
        </p>
        <section aria-label="Their changes">
          <h3 className="mb-2 font-medium">Their changes</h3>
          <Diff changes={theirs} />
        </section>
        <div className="flex flex-wrap gap-3">
          <Button size="sm" onClick={keepOurs}>
            Keep my changes
          </Button>
          <Button variant="secondary" size="sm" onClick={takeTheirs}>
            Discard mine
          </Button>
        </div>
        <p className="text-ink-muted text-xs">
          If you keep yours, the bar below shows how they differ. Saving overwrites theirs.
        </p>
      </div>
    </Dialog>
  );
}
