import { readAsWritten } from "./authoredSheet.ts";

const NOWHERE = { width: 0, height: 0 };

/**
 * Runs a piece of rrweb's work without two things that it does even for what is hidden from it, and that cost a slow phone more than all the
 * rest: it measures elements, which makes the browser lay out what `content-visibility` spares it, and writes out style sheets rule by rule.
 */
export function quietly<Result>(isHidden: (element: Element) => boolean, run: () => Result): Result {
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
        return sheet && (readAsWritten(this, sheet.cssRules.length) ?? sheet);
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
export function replace(target: object, name: string, other: PropertyDescriptor): () => void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { ...other, configurable: true });
  return () => {
    if (own) Object.defineProperty(target, name, own);
    else Reflect.deleteProperty(target, name);
  };
}
