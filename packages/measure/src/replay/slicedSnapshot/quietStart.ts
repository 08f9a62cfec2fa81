import { replace } from "./quietly.ts";

/** Tells rrweb's observer of a change as the browser would. */
export type TellMutations = (records: readonly Partial<MutationRecord>[]) => void;

interface QuietStartOptions {
  /** Starts rrweb. */
  start: () => void;
  /** Called in place of what rrweb would do about mutations, with that. */
  onMutations: (records: readonly MutationRecord[], goOn: () => void) => void;
}

/**
 * Runs `start`, which starts rrweb, without three things that rrweb does on the way: it reads how far each element within the page is scrolled, which
 * makes the browser lay out what `content-visibility` spares it; it looks for the sheets of links that are hidden from it; and it opens a frame to find
 * prototypes that nobody has touched. All is as it was when this returns.
 * @returns what rrweb's mutation observer of the document calls, which it makes last; null where it made none
 */
export function startQuietly({ start, onMutations }: QuietStartOptions): TellMutations | null {
  let tell: TellMutations | null = null;
  const Observer = new Proxy(MutationObserver, {
    construct(target, [callback]: [MutationCallback]) {
      const observer = new target((records) => onMutations(records, () => callback(records, observer)));
      tell = (records) => callback(records as MutationRecord[], observer);
      return observer;
    },
  });
  const restore = [
    replace(MutationObserver.prototype, "constructor", { value: Observer }),
    replace(Element.prototype, "scrollLeft", { get: ofWindow(window.scrollX) }),
    replace(Element.prototype, "scrollTop", { get: ofWindow(window.scrollY) }),
    replace(document, "styleSheets", { value: [] }),
    replace(document.body, "appendChild", {
      value() {
        throw new Error("No frame is needed.");
      },
    }),
  ];
  try {
    start();
  } finally {
    for (const undo of restore) undo();
  }
  return tell;
}

/** How far the page is scrolled, and no element within it. */
function ofWindow(scrolled: number) {
  return function (this: Element): number {
    return this === document.scrollingElement ? scrolled : 0;
  };
}
