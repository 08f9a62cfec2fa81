/** Stands for whatever a visitor has entered: its length tells nothing. */
const MASK = "***";

/** What may be seen of a text: all, where its words are, or only whether there is any, where a visitor writes. */
export type Visibility = "shown" | "hidden" | "entry";

/** @returns the text as it may be sent. */
export function maskText(text: string, visibility: Visibility): string {
  if (visibility === "shown") return text;
  return visibility === "hidden" ? text.replace(/\S/gu, "x") : maskEntry(text);
}

/** What a visitor has entered; that there is nothing may be seen. */
export function maskEntry(text: string): string {
  return text && MASK;
}
