/** Attribute of the document's style element: URL of the style sheet with the rules of all pages. */
export const COMPLETE_STYLES = "data-complete";

let loading: Promise<void> | undefined;

/**
 * Adds the style sheet with the rules of all pages, once. A document has only the rules that its own page uses, so everything that was not part of
 * it (another page, an overlay) waits for this before it is shown.
 * @throws {Error} if it cannot be fetched; the next call tries again.
 */
export function loadCompleteStyles(): Promise<void> {
  loading ??= addStyles().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function addStyles(): Promise<void> {
  // In development, the document has all styles from the start.
  const href = document.querySelector(`style[${COMPLETE_STYLES}]`)?.getAttribute(COMPLETE_STYLES);
  if (!href) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  try {
    await new Promise((resolve, reject) => {
      link.addEventListener("load", resolve);
      link.addEventListener("error", () => reject(new Error(`The styles at ${href} cannot be fetched.`)));
      document.head.append(link);
    });
  } catch (error) {
    link.remove();
    throw error;
  }
}
