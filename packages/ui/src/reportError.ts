import { ERROR_REPORT, type ErrorReport } from "@marquee/contract";

/**
 * Says in the console what failed, and hands the error over to whatever watches the page (specification, section 8); where nothing does,
 * that is all. For the browser.
 * @param what failed, as a sentence of ours: it is sent as it is.
 */
export function reportError(what: string, error: unknown): void {
  console.error(what, error);
  const detail: ErrorReport = { error, context: what };
  document.dispatchEvent(new CustomEvent(ERROR_REPORT, { detail }));
}
