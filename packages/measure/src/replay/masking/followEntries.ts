import { listen } from "../../browser/listen.ts";
import { monitor } from "../../browser/monitor.ts";
import type { Entries } from "./typedTexts.ts";

/** Remembers what is entered from now on, and what stands in fields already. @returns the cleanup. */
export function followEntries({ note, written }: Pick<Entries, "note" | "written">): () => void {
  const onInput = monitor((event: Event) => {
    const [target] = event.composedPath();
    if (!(target instanceof HTMLElement)) return;
    if (target.isContentEditable) {
      written.add(target);
      note(target, target.textContent ?? "");
    } else if (isTextField(target)) note(target, target.value);
  });
  for (const field of document.querySelectorAll("input, textarea"))
    if (isTextField(field)) note(field, field.value);
  return listen(window, "input", onInput, true);
}

/** Fields whose value the visitor chooses rather than writes. */
const CHOSEN = /^(?:checkbox|radio|button|submit|reset|image|file|range|color|hidden)$/;

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && !CHOSEN.test(element.type);
}
