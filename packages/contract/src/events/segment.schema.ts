import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { OneOf } from "../kernel/oneOf.ts";
import { type RejectionReason, SEGMENT_CALLS, type SegmentCall } from "./segment.types.ts";

const Text = (maxLength: number) => Type.String({ maxLength });
const Id = Type.Union([Text(1024), Type.Number()]);
const Instant = Type.Union([Text(64), Type.Number()]);
const Bag = Type.Record(Type.String(), Type.Unknown());
const Nullable = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** One event as clients send it (Segment's HTTP API). IDs may be numbers, missing properties may be null, unknown properties are kept. */
export const SegmentEventSchema = Type.Object({
  type: OneOf(Object.keys(SEGMENT_CALLS) as SegmentCall[]),
  messageId: Nullable(Text(256)),
  timestamp: Nullable(Instant),
  sentAt: Nullable(Instant),
  anonymousId: Nullable(Id),
  userId: Nullable(Id),
  groupId: Nullable(Id),
  previousId: Nullable(Id),
  event: Nullable(Text(1024)),
  name: Nullable(Text(1024)),
  properties: Nullable(Bag),
  traits: Nullable(Bag),
  context: Nullable(Bag),
});

const checker = Compile(SegmentEventSchema);

/** Why an event is invalid: a stable code for counting and a message for people. */
export interface EventProblem {
  reason: RejectionReason;
  /** Names the property and what it must be. */
  detail: string;
}

/** Describes the first problem of an event. @returns null if the event is valid. */
export function describeEventProblem(event: unknown): EventProblem | null {
  if (!checker.Check(event)) {
    const first = checker.Errors(event)[0];
    const place = first?.instancePath.slice(1).replaceAll("/", ".") || "the event";
    const expected =
      place === "type"
        ? `must be one of ${Object.keys(SEGMENT_CALLS).join(", ")}`
        : (first?.message ?? "is not valid");
    return { reason: "invalid_member", detail: `${place} ${expected}` };
  }
  const { type, event: eventName, anonymousId, userId } = event as Record<string, unknown>;
  if (!anonymousId && !userId && userId !== 0)
    return { reason: "no_identity", detail: "anonymousId or userId is required" };
  if (type === "track" && !eventName)
    return { reason: "no_event_name", detail: "event must be the name of the event" };
  return null;
}
