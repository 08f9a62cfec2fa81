/** An error of `npm run content`; the message says what to do. */
export class SyncError extends Error {
  override name = "SyncError";
}
