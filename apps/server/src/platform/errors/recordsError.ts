/** The record store cannot be opened; the message is for the operator and is complete. */
export class RecordsError extends Error {
  override name = "RecordsError";

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    // Operators see one line instead of our call stack; the original error is the cause.
    delete this.stack;
  }
}

/** The record store has not been reached since the start. */
export class RecordsUnavailableError extends Error {
  override name = "RecordsUnavailableError";
  override message = "The record store has not been reached yet.";
}
