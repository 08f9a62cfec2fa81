import { listen } from "../../browser/listen.ts";
import { monitor } from "../../browser/monitor.ts";

/** Fields whose value the visitor chooses rather than writes. */
const CHOSEN = /^(?:checkbox|radio|button|submit|reset|image|file|range|color|hidden)$/;
/** What visitors have entered in this document, and where, whichever session it was in. Memory only: nothing of it is stored or sent. */
export interface TypedValues {
  /** Remembers current and previous values of input fields. */
  note(field: object, text: string): void;
  /** All that is remembered; another array whenever there is something new. */
  texts(): readonly string[];
  /** Elements that are no fields, and that they have written in. */
  written: WeakSet<Element>;
}

/** Shorter ones stand in many a text by chance. */
const TELLING_LENGTH = 3;
const LONGEST = 10_000;
/** The fields are forgotten first that were written in the longest ago, and of a field its oldest text. */
const MAX_FIELDS = 100;
const MAX_OF_FIELD = 10;

/** Of what grows letter by letter, and of what is deleted so, the last is remembered: the longest, and what is left. */
export function createTypedValues(): TypedValues {
  const histories = new WeakMap<object, string[]>();
  const kept = new Set<string[]>();
  let texts: readonly string[] | undefined;
  return {
    note(field, text) {
      const now = text.trim().slice(0, LONGEST);
      if (now.length < TELLING_LENGTH) return;
      const history = histories.get(field) ?? [];
      histories.set(field, history);
      extend(history, now);
      kept.delete(history);
      kept.add(history);
      for (const oldest of kept) if (kept.size > MAX_FIELDS) kept.delete(oldest);
      texts = undefined;
    },
    texts() {
      texts ??= [...new Set([...kept].flat())];
      return texts;
    },
    written: new WeakSet(),
  };
}

function extend(history: string[], now: string): void {
  const [last = "", before = ""] = history.slice(-2).reverse();
  const isDeletedOn = before.startsWith(last) && last.startsWith(now);
  if (now.startsWith(last) || isDeletedOn) history.pop();
  history.push(now);
  if (history.length > MAX_OF_FIELD) history.shift();
}

/**
 * Remembers existing and new field values.
 * @returns the cleanup.
 */
export function trackTypedValues({ note, written }: Pick<TypedValues, "note" | "written">): () => void {
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

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && !CHOSEN.test(element.type);
}
