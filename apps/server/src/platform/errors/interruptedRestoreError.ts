/** Stores contain part of a backup, and are not used until it is complete. The message is for the operator and is complete. */
export class InterruptedRestoreError extends Error {
  override name = "InterruptedRestoreError";

  /** @param file the backup. */
  constructor(file: string) {
    super(
      `The restore of ${file} is not complete. If it's no longer running, continue it: npm run restore -- ${file}. Or start over: set DATA_DIR to a new folder, and DATABASE_URL and CLICKHOUSE_URL, if you use them, to empty databases.`,
    );
    // Operators see one line instead of our call stack.
    delete this.stack;
  }
}
