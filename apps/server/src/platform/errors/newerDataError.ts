/** Data of a newer version, which this one would damage. The message is for the operator and is complete. */
export class NewerDataError extends Error {
  override name = "NewerDataError";

  /** @param what was written, such as "The event store". */
  constructor(what: string) {
    super(
      `${what} was written by a newer version of Marquee. Start that version, or restore the data from a backup made before the upgrade.`,
    );
    // Operators see one line instead of our call stack.
    delete this.stack;
  }
}
