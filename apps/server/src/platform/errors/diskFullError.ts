/** The disk is full. The message is for the operator and is complete. */
export class DiskFullError extends Error {
  override name = "DiskFullError";

  constructor(message: string) {
    super(message);
    // Operators see one line instead of our call stack.
    delete this.stack;
  }
}
