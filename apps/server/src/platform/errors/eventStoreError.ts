/** The event store cannot be used; the message is for the operator and is complete. */
export class EventStoreError extends Error {
  override name = "EventStoreError";

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    // Operators see one line instead of our call stack; the original error is the cause.
    delete this.stack;
  }
}

/** The embedded store is down and restarting, or a server can't be reached yet. */
export class EventStoreUnavailableError extends Error {
  override name = "EventStoreUnavailableError";
  override message = "The event store is not running yet, or can't be reached. Trying again.";
}
