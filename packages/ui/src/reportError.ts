import { ERROR_REPORT, type ErrorReport } from "@marquee/contract";

/**
 * Logs an error to the console and dispatches an {@link ERROR_REPORT} event for error monitoring, if any listens (specification, section 8).
 * Browser only.
 * @param what failed, as a sentence. It is sent unchanged, so it must not contain visitors' data.
 */
export function reportError(what: string, error: unknown): void {
  console.error(what, error);
  const detail: ErrorReport = { error, context: what };
  document.dispatchEvent(new CustomEvent(ERROR_REPORT, { detail }));
}
