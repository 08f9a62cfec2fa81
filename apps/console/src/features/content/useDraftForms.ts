import { useCallback, useRef } from "react";
import type { ContentDraft } from "./useContentDraft.ts";

/**
 * Several forms of a screen that edit one draft. The first change of one creates the draft; what the others have typed by then belongs to it too, so
 * it is saved there before the screen opens it.
 * @param open shows a draft; null for what is published.
 */
export function useDraftForms(open: (draft: number | null) => void) {
  const forms = useRef<readonly ContentDraft[]>([]);
  const flush = useCallback(() => Promise.all(forms.current.map((form) => form.flush())), []);
  const onCreated = useCallback((id: number) => void flush().then(() => open(id)), [flush, open]);
  return {
    /** For each form. */
    onCreated,
    /** Saves what is typed in any of them. */
    flush,
    /** Takes the forms, in every rendering. */
    hold(...nextForms: readonly ContentDraft[]): void {
      forms.current = nextForms;
    },
  };
}
