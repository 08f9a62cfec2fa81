/** The event store cannot be used; the message is for the operator and says all there is to know. */
export class EventStoreError extends Error {
  override name = "EventStoreError";
}
