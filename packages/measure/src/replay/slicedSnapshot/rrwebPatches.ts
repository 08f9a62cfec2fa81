/** What rrweb reads of a style sheet. */
interface ReadableSheet {
  href: string | null;
  ownerNode: Element;
  cssRules: readonly { cssText: string }[];
}

/** CSS in which addresses may not be marked as such: what brings sheets or images by texts, and letters by their codes. The browser writes it out. */
const UNCLEAR = /@import|image-set\(|\\0*[4-7]/i;

/** Tells rrweb's observer of a change as the browser would. */
export type ReportMutations = (records: readonly Partial<MutationRecord>[]) => void;

interface StartWithoutLayoutOptions {
  /** Starts rrweb. */
  start: () => void;
  /** Called in place of what rrweb would do about mutations, with that. */
  onMutations: (records: readonly MutationRecord[], goOn: () => void) => void;
}

const NOWHERE = { width: 0, height: 0 };

/**
 * Runs a piece of rrweb's work without two things that it does even for what is hidden from it, and that cost a slow phone more than all the
 * rest: it measures elements, which makes the browser lay out what `content-visibility` spares it, and writes out style sheets rule by rule.
 */
export function withPatches<Result>(isHidden: (element: Element) => boolean, run: () => Result): Result {
  const measure = Element.prototype.getBoundingClientRect;
  const sheetOf = Object.getOwnPropertyDescriptor(HTMLStyleElement.prototype, "sheet")?.get;
  const restore = [
    replace(Element.prototype, "getBoundingClientRect", {
      value(this: Element) {
        return isHidden(this) ? NOWHERE : measure.call(this);
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

/** Gives `target` another property for a moment. @returns what gives it back its own. */
function replace(target: object, name: string, other: PropertyDescriptor): () => void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { ...other, configurable: true });
  return () => {
    if (own) Object.defineProperty(target, name, own);
    else Reflect.deleteProperty(target, name);
  };
}

/**
 * Runs `start`, which starts rrweb, without three things that rrweb does on the way: it reads how far each element within the page is scrolled, which
 * makes the browser lay out what `content-visibility` spares it; it looks for the sheets of links that are hidden from it; and it opens a frame to find
 * prototypes that nobody has touched. All is as it was when this returns.
 * @returns what rrweb's mutation observer of the document calls, which it makes last; null where it made none
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

/** How far the page is scrolled, and no element within it. */
function ofWindow(scrolled: number) {
  return function (this: Element): number {
    return this === document.scrollingElement ? scrolled : 0;
  };
}

/**
 * A style element's sheet as one rule, its text, which is nearer to what was written than what the browser makes of each rule, and at hand.
 * @returns null where scripts have put in or taken out rules, or the text is {@link UNCLEAR}
 */
export function readAuthoredSheet(style: Element, ruleCount: number): ReadableSheet | null {
  const cssText = style.textContent ?? "";
  if (ruleCount !== countRules(cssText) || UNCLEAR.test(cssText)) return null;
  return { href: null, ownerNode: style, cssRules: [{ cssText }] };
}

/** Rules at the outermost level of a style sheet without braces in its texts. */
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
