/** Why `npm run content` can't do what it was asked to; the message says what to do. */
export class SyncError extends Error {
  override name = "SyncError";
}
