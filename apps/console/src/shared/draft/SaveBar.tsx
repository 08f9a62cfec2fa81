import { formatCounted } from "@marquee/contract";
import { Button } from "@marquee/ui";
import type { ReactNode } from "react";
import type { FieldChange } from "../changes/changedFields.ts";
import { Diff } from "../changes/Diff.tsx";
import { InlineError } from "../ui/states.tsx";

interface SaveBarProps {
  edited: { changes: readonly FieldChange[]; isSaving: boolean; error: Error | null; discard: () => void };
  /** Whether a field contains an invalid value. Such values are not part of the changes. */
  isInvalid: boolean;
  /** What prevents saving, as a sentence. Replaces the message about invalid fields. */
  problem?: string;
  /** Replaces the save button. */
  children?: ReactNode;
}

/** Unsaved changes with the buttons to save or discard them. Visible only while there are any. Must be inside the form that it saves. */
export function SaveBar({ edited, isInvalid, problem = "", children }: SaveBarProps) {
  const { changes, isSaving, error, discard } = edited;
  const said = problem || (isInvalid ? "Fix the invalid field above." : "");
  const isDirty = changes.length > 0 || said !== "";
  if (!isDirty) return null;
  return (
    <section
      aria-label="Saving"
      className="sticky bottom-0 z-10 -mx-4 mt-8 border-hairline border-t bg-surface px-4 py-3 shadow-float md:-mx-8 md:px-8 lg:mx-0 lg:rounded-t-md lg:border lg:px-5"
    >
      <InlineError error={error} className="mb-3" />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <Unsaved changes={changes} problem={said} />
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="sm" disabled={isSaving} onClick={discard}>
            Discard
          </Button>
          {children ?? (
            <Button submit size="sm" disabled={isSaving}>
              {isSaving ? "Saving" : "Save changes"}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function Unsaved({ changes, problem }: { changes: readonly FieldChange[]; problem: string }) {
  return (
    <details className="min-w-0 flex-1 basis-56 py-1.5">
      <summary className="font-medium">
        {changes.length > 0 && formatCounted(changes.length, "unsaved change")}
        {changes.length > 0 && problem && ". "}
        {problem && <span className="text-clay">{problem}</span>}
      </summary>
      <div className="mt-3 max-h-[40dvh] overflow-y-auto">
        <Diff changes={changes} />
      </div>
    </details>
  );
}
