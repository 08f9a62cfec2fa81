import { cutText } from "@marquee/contract";
import { listen } from "../../browser/listen.ts";
import { monitor } from "../../browser/monitor.ts";

/** Input types whose value visitors choose instead of typing it. */
const CHOSEN = /^(?:checkbox|radio|button|submit|reset|image|file|range|color|hidden)$/;
/** What the visitor has typed in this document, across sessions, and where. Kept in memory only, never stored or sent. */
export interface TypedValues {
  /** Remembers current and previous values of input fields. */
  note(field: object, text: string): void;
  /** All remembered texts; a new array whenever they change. */
  texts(): readonly string[];
  /** Editable elements, other than fields, that the visitor has typed in. */
  written: WeakSet<Element>;
}

/** Minimum length in characters. Shorter texts occur in other texts by chance. */
const TELLING_LENGTH = 3;
const TEXT_MAX_LENGTH = 10_000;
/** Limits. The field that was edited longest ago, and the oldest text of a field, are forgotten first. */
const MAX_FIELDS = 100;
const MAX_OF_FIELD = 10;

/** Typing letter by letter keeps only the last text. Deleting letter by letter keeps the longest text and what is left. */
export function createTypedValues(): TypedValues {
  const histories = new WeakMap<object, string[]>();
  const recentHistories = new Set<string[]>();
  let texts: readonly string[] | undefined;
  return {
    note(field, text) {
      const now = cutText(text.trim(), TEXT_MAX_LENGTH);
      if (now.length < TELLING_LENGTH) return;
      const history = histories.get(field) ?? [];
      histories.set(field, history);
      extend(history, now);
      recentHistories.delete(history);
      recentHistories.add(history);
      for (const oldest of recentHistories)
        if (recentHistories.size > MAX_FIELDS) recentHistories.delete(oldest);
      texts = undefined;
    },
    texts() {
      texts ??= [...new Set([...recentHistories].flat())];
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
 * Remembers current and future field values of the document, and typed text of editable elements.
 * @returns the cleanup
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
