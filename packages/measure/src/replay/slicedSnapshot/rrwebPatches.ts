/** The part of a style sheet that rrweb reads. */
interface ReadableSheet {
  href: string | null;
  ownerNode: Element;
  cssRules: readonly { cssText: string }[];
}

/**
 * CSS in which a URL may appear without `url(`: `@import` and `image-set()` accept strings, and escapes can spell letters. Such sheets are read
 * as the browser serializes them.
 */
const UNCLEAR = /@import|image-set\(|\\0*[4-7]/i;

/** Reports mutations to rrweb's observer, as the browser would. */
export type ReportMutations = (records: readonly Partial<MutationRecord>[]) => void;

interface StartWithoutLayoutOptions {
  /** Starts rrweb. */
  start: () => void;
  /** Called instead of rrweb's mutation callback. `runOriginal` runs that callback. */
  onMutations: (records: readonly MutationRecord[], runOriginal: () => void) => void;
}

const EMPTY_BOX = { width: 0, height: 0 };

/**
 * Runs a piece of rrweb's work without two things that cost a slow phone more than everything else, and that rrweb does even for hidden
 * elements: it measures elements, which makes the browser lay out what `content-visibility` skips, and it serializes style sheets rule by rule.
 */
export function withPatches<Result>(isHidden: (element: Element) => boolean, run: () => Result): Result {
  const measure = Element.prototype.getBoundingClientRect;
  const sheetOf = Object.getOwnPropertyDescriptor(HTMLStyleElement.prototype, "sheet")?.get;
  const restore = [
    replace(Element.prototype, "getBoundingClientRect", {
      value(this: Element) {
        return isHidden(this) ? EMPTY_BOX : measure.call(this);
      },
    }),
    replace(HTMLStyleElement.prototype, "sheet", {
      get(this: HTMLStyleElement) {
        if (isHidden(this)) return null;
        const sheet: CSSStyleSheet | null = sheetOf?.call(this);
        return sheet && (readAuthoredSheet(this, sheet.cssRules.length) ?? sheet);
      },
    }),
  ];
  try {
    return run();
  } finally {
    for (const undo of restore) undo();
  }
}

/** Replaces a property of `target`. @returns a function that restores it */
function replace(target: object, name: string, other: PropertyDescriptor): () => void {
  const original = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { ...other, configurable: true });
  return () => {
    if (original) Object.defineProperty(target, name, original);
    else Reflect.deleteProperty(target, name);
  };
}

/**
 * Runs `start`, which starts rrweb, without three things that rrweb does on start: it reads the scroll position of each element, which makes
 * the browser lay out what `content-visibility` skips; it looks up the sheets of links that are hidden from it; and it opens a frame to get
 * unmodified prototypes. Restores everything before it returns.
 * @returns a function that reports mutations to rrweb's observer of the document, which is the last one that rrweb creates; null if it created
 * none
 */
export function startPatched({ start, onMutations }: StartWithoutLayoutOptions): ReportMutations | null {
  let tell: ReportMutations | null = null;
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

/** A getter that returns the scroll position for the page itself and 0 for every other element. */
function ofWindow(scrolled: number) {
  return function (this: Element): number {
    return this === document.scrollingElement ? scrolled : 0;
  };
}

/**
 * A style element's sheet as a single rule that holds its text. The text is closer to the source than the browser's serialization of each rule,
 * and costs nothing to read.
 * @param ruleCount the number of rules that the browser's sheet has now
 * @returns null if scripts have added or removed rules, if its rules cannot be counted, or if the text is {@link UNCLEAR}
 */
export function readAuthoredSheet(style: Element, ruleCount: number): ReadableSheet | null {
  const cssText = style.textContent ?? "";
  if (ruleCount !== countRules(cssText) || UNCLEAR.test(cssText)) return null;
  return { href: null, ownerNode: style, cssRules: [{ cssText }] };
}

/** Counts the top-level rules. The count is wrong if strings contain braces or semicolons. */
function countRules(css: string): number {
  let depth = 0;
  let count = 0;
  for (const mark of css.match(/[{};]/g) ?? []) {
    if (mark === "{") depth += 1;
    if (mark === "}") depth -= 1;
    if (mark !== "{" && depth === 0) count += 1;
  }
  return count;
}
