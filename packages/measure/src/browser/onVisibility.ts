import { listen } from "./listen.ts";

/** Calls back when the document's visibility becomes `state`. @returns the cleanup. */
export function onVisibility(state: DocumentVisibilityState, listener: () => void): () => void {
  return listen(document, "visibilitychange", () => {
    if (document.visibilityState === state) listener();
  });
}
