import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { OneOf } from "../kernel/oneOf.ts";
import { type Checked, problemOf } from "../kernel/problemOf.ts";

const Id = Type.String({ minLength: 1, maxLength: 256 });
const Instant = Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Url = Type.String({ maxLength: 32_768 });
const Text = Type.String();

/** Types of RUM events (https://github.com/DataDog/rum-events-format). `telemetry`, which is about the client itself, is not one of them. */
export const RUM_TYPES = ["view", "action", "resource", "error", "long_task", "vital", "transition"] as const;

/** Properties that the ingest pipeline reads; all others are kept unchanged. */
const ReadProperties = {
  service: Type.Optional(Text),
  version: Type.Optional(Text),
  usr: Type.Optional(Type.Object({ id: Type.Optional(Text), anonymous_id: Type.Optional(Text) })),
};

const RumEventSchema = Type.Object({
  ...ReadProperties,
  type: OneOf(RUM_TYPES),
  date: Instant,
  application: Type.Object({ id: Id }),
  session: Type.Object({ id: Id }),
  view: Type.Object({ id: Id, url: Url, time_spent: Type.Optional(Type.Number()) }),
  action: Type.Optional(
    Type.Object({
      type: Type.Optional(Text),
      target: Type.Optional(Type.Object({ name: Type.Optional(Text) })),
      loading_time: Type.Optional(Type.Number()),
      frustration: Type.Optional(Type.Object({ type: Type.Optional(Type.Array(Text)) })),
    }),
  ),
  error: Type.Optional(
    Type.Object({ message: Type.Optional(Text), stack: Type.Optional(Text), type: Type.Optional(Text) }),
  ),
  resource: Type.Optional(Type.Object({ url: Type.Optional(Text), duration: Type.Optional(Type.Number()) })),
  long_task: Type.Optional(Type.Object({ duration: Type.Optional(Type.Number()) })),
  vital: Type.Optional(Type.Object({ name: Type.Optional(Text), duration: Type.Optional(Type.Number()) })),
});

const TelemetrySchema = Type.Object({
  ...ReadProperties,
  type: Type.Literal("telemetry"),
  date: Instant,
  telemetry: Type.Object({}),
  application: Type.Optional(Type.Object({ id: Id })),
  session: Type.Optional(Type.Object({ id: Id })),
  view: Type.Optional(Type.Object({ id: Id })),
});

const LogSchema = Type.Object({
  ...ReadProperties,
  date: Instant,
  message: Text,
  status: Text,
  session_id: Type.Optional(Text),
  application_id: Type.Optional(Text),
  view: Type.Optional(Type.Object({ id: Type.Optional(Text), url: Type.Optional(Url) })),
  error: Type.Optional(Type.Object({ stack: Type.Optional(Text) })),
});

/** Segment metadata of Datadog's recorder (browser-rum, `sessionReplay.types.ts`). */
const ReplayEventSchema = Type.Object({
  application: Type.Object({ id: Id }),
  session: Type.Object({ id: Id }),
  view: Type.Object({ id: Id }),
  start: Instant,
  end: Instant,
  records_count: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  has_full_snapshot: Type.Boolean(),
  index_in_view: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  creation_reason: Type.String({ maxLength: 100 }),
});

export type RumEvent = Type.Static<typeof RumEventSchema>;
export type TelemetryEvent = Type.Static<typeof TelemetrySchema>;
export type LogEvent = Type.Static<typeof LogSchema>;
export type ReplayEvent = Type.Static<typeof ReplayEventSchema>;

const rum = Compile(RumEventSchema);
const telemetry = Compile(TelemetrySchema);
const log = Compile(LogSchema);
const replay = Compile(ReplayEventSchema);

/** Validates a line of the `rum` track. */
export function checkRumLine(value: unknown): Checked<RumEvent | TelemetryEvent> {
  const isTelemetry =
    typeof value === "object" && value !== null && "type" in value && value.type === "telemetry";
  if (isTelemetry)
    return telemetry.Check(value) ? { value } : { problem: problemOf(telemetry.Errors(value)) };
  return rum.Check(value) ? { value } : { problem: problemOf(rum.Errors(value)) };
}

/** Validates a line of the `logs` track. */
export function checkLogLine(value: unknown): Checked<LogEvent> {
  return log.Check(value) ? { value } : { problem: problemOf(log.Errors(value)) };
}

/** Validates the `event` part that accompanies a segment of the `replay` track. */
export function checkReplayEvent(value: unknown): Checked<ReplayEvent> {
  return replay.Check(value) ? { value } : { problem: problemOf(replay.Errors(value)) };
}
