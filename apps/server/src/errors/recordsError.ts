/** The record store cannot be opened; the message is for the operator and says all there is to know. */
export class RecordsError extends Error {
  override name = "RecordsError";

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    // Whoever starts a server reads a line, not our call stack; the first error is kept as the cause.
    delete this.stack;
  }
}
