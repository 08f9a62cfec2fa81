import type { ReactNode } from "react";
import { formatPrecise } from "../format/format.ts";
import { viewOnlyText } from "../ui/screen.tsx";
import { EditorFrame } from "./EditorFrame.tsx";
import type { AnyDraft } from "./useDraft.ts";

interface SettingsEditorProps {
  edited: AnyDraft;
  entity: "site" | "recording";
  mayEdit: boolean;
  /** When changes take effect, as a sentence. */
  effect: string;
  /** Text that confirms a save. */
  saved: string;
  /** The form. */
  children: ReactNode;
  /** Shown below the form. */
  notes?: ReactNode;
}

/** An editor for settings that exist once: their last author, their form, and their history. */
export function SettingsEditor({ mayEdit, effect, ...frame }: SettingsEditorProps) {
  const { updatedAt, updatedBy } = frame.edited.base;
  return (
    <div className="max-w-4xl">
      <p className="mt-2 mb-8 text-ink-muted">
        {updatedAt === null ? "Default settings." : `Changed ${formatPrecise(updatedAt)} by ${updatedBy}.`}{" "}
        {mayEdit ? effect : viewOnlyText()}
      </p>
      <EditorFrame {...frame} mayRevert={mayEdit} />
    </div>
  );
}
