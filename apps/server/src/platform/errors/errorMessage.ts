/** The message of anything that was thrown. `fetch` reports "fetch failed" for every error; its cause has the details. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
