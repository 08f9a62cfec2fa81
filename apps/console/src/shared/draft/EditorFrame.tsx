import type { ChangeEntity } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { ChangeList } from "../changes/ChangeList.tsx";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { SavedLine } from "./SavedLine.tsx";
import { type AnyDraft, ONLY_KEY } from "./useDraft.ts";
import { useUnsavedGuard } from "./useUnsavedGuard.ts";

interface EditorFrameProps {
  edited: AnyDraft;
  /** Entity in the change history. */
  entity: ChangeEntity;
  historyKey?: string;
  mayRevert: boolean;
  /** Whether leaving would lose changes; by default, whether the draft has any. */
  isDirty?: boolean;
  /** Text that confirms a save. */
  saved: string;
  /** Text of the history before the first change. */
  unchanged?: string;
  /** The form. */
  children: ReactNode;
  /** Shown below the form. */
  notes?: ReactNode;
}

/**
 * The frame around the form of every editor page: the confirmation of a save, the history, conflicts, and a warning before edits are lost.
 */
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
