import type { ChangeEntity } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { ChangeList } from "../changes/ChangeList.tsx";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { SavedLine } from "./SavedLine.tsx";
import { type AnyDraft, ONLY_KEY } from "./useDraft.ts";
import { useUnsavedGuard } from "./useUnsavedGuard.ts";

interface EditorFrameProps {
  edited: AnyDraft;
  /** In the change history. */
  entity: ChangeEntity;
  historyKey?: string;
  mayRevert: boolean;
  /** Whether something would be lost, if that is more than the draft. */
  isDirty?: boolean;
  /** Confirms a save. */
  saved: string;
  /** What the history says before the first change. */
  unchanged?: string;
  /** The form. */
  children: ReactNode;
  /** What follows the form. */
  notes?: ReactNode;
}

/** What every editor page has around its form: the confirmation of a save, the history, conflicts, and a question before edits are lost. */
export function EditorFrame(props: EditorFrameProps) {
  const { edited, entity, historyKey = ONLY_KEY, mayRevert, saved, unchanged = "No changes yet." } = props;
  const { isDirty = edited.changes.length > 0 } = props;
  useUnsavedGuard(isDirty);
  return (
    <>
      {props.children}
      <SavedLine edited={edited} text={saved} />
      {props.notes}
      <section className="mt-12">
        <h2 className="font-semibold">History</h2>
        <ChangeList
          query={{ entity, key: historyKey }}
          mayRevert={mayRevert && !isDirty}
          onReverted={edited.reload}
          empty={<p className="mt-2 border-hairline border-t py-2 text-ink-muted">{unchanged}</p>}
        />
      </section>
      <ConflictDialog edited={edited} />
    </>
  );
}
