import { useCallback, useRef } from "react";
import type { ContentDraft } from "./useContentDraft.ts";

/**
 * Several forms of a screen that edit one draft. The first change creates the draft; unsaved texts of the other forms belong to it too, so they are
 * saved there before the screen opens it.
 * @param open shows a draft; null for what is published.
 */
export function useDraftForms(open: (draft: number | null) => void) {
  const forms = useRef<readonly ContentDraft[]>([]);
  const flush = useCallback(() => Promise.all(forms.current.map((form) => form.flush())), []);
  const onCreated = useCallback((id: number) => void flush().then(() => open(id)), [flush, open]);
  return {
    /** For each form. */
    onCreated,
    /** Saves unsaved texts of all forms. */
    flush,
    /** Sets the forms; called in every render. */
    hold(...nextForms: readonly ContentDraft[]): void {
      forms.current = nextForms;
    },
  };
}
