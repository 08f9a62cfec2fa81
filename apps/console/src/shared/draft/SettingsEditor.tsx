import type { ChangeEntity } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { ChangeList } from "../changes/ChangeList.tsx";
import { formatPrecise } from "../format/format.ts";
import { viewOnlyText } from "../ui/screen.tsx";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { SavedLine } from "./SavedLine.tsx";
import type { Draft, Editable } from "./useDraft.ts";
import { useUnsavedGuard } from "./useUnsavedGuard.ts";

interface SettingsEditorProps<Definition extends { key: string }, State extends Editable<Definition>> {
  edited: Draft<Definition, State>;
  entity: ChangeEntity;
  mayEdit: boolean;
  /** When changes take effect, as a sentence. */
  effect: string;
  /** Confirms a save. */
  saved: string;
  /** The form. */
  children: ReactNode;
  /** What follows the form. */
  notes?: ReactNode;
}

/** Settings of which there is one set: who changed them last, their form, and their history. */
export function SettingsEditor<Definition extends { key: string }, State extends Editable<Definition>>({
  edited,
  entity,
  mayEdit,
  effect,
  saved,
  children,
  notes,
}: SettingsEditorProps<Definition, State>) {
  const { updatedAt, updatedBy, definition } = edited.base;
  const isDirty = edited.changes.length > 0;
  useUnsavedGuard(isDirty);
  return (
    <div className="max-w-4xl">
      <p className="mt-2 mb-8 text-ink-muted">
        {updatedAt === null ? "Default settings." : `Changed ${formatPrecise(updatedAt)} by ${updatedBy}.`}{" "}
        {mayEdit ? effect : viewOnlyText()}
      </p>
      {children}
      <SavedLine edited={edited} text={saved} />
      {notes}
      <section className="mt-12">
        <h2 className="font-semibold">History</h2>
        <ChangeList
          query={{ entity, key: definition.key }}
          mayRevert={mayEdit && !isDirty}
          onReverted={edited.reload}
          empty={<p className="mt-2 border-hairline border-t py-2 text-ink-muted">No changes yet.</p>}
        />
      </section>
      <ConflictDialog edited={edited} />
    </div>
  );
}
