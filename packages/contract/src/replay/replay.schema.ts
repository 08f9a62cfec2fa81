import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { OneOf } from "../kernel/oneOf.ts";
import { type Checked, problemOf } from "../kernel/problemOf.ts";
import {
  type ClickRecord,
  FRUSTRATIONS,
  MASKING_LEVELS,
  REPLAY_NAME_LENGTH,
  REPLAY_USER_AGENT_LENGTH,
  type ScrollRecord,
  SEGMENT_REASONS,
  type SegmentMetadata,
} from "./replay.ts";

const MAX_URL = 4096;
const MAX_SELECTOR = 2048;
const MAX_PIXELS = 10_000_000;

const Id = Type.String({ minLength: 1, maxLength: REPLAY_NAME_LENGTH });
const Name = Type.String({ maxLength: REPLAY_NAME_LENGTH });
const Url = Type.String({ maxLength: MAX_URL });
const Instant = Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Count = Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 });
/** The event store's columns hold unsigned 16-bit integers. */
const ViewportPixels = Type.Number({ minimum: 0, maximum: 65_535 });
const Pixels = Type.Number({ minimum: -MAX_PIXELS, maximum: MAX_PIXELS });
const Length = Type.Number({ minimum: 0, maximum: MAX_PIXELS });

const SegmentMetadataSchema = Type.Object({
  id: Id,
  recordingId: Id,
  index: Count,
  firstEvent: Count,
  start: Instant,
  end: Instant,
  hasFullSnapshot: Type.Boolean(),
  reason: OneOf(SEGMENT_REASONS),
  pageUrl: Url,
  pageVersion: Name,
  viewportWidth: ViewportPixels,
  viewportHeight: ViewportPixels,
  userAgent: Type.String({ maxLength: REPLAY_USER_AGENT_LENGTH }),
  privacyLevel: OneOf(MASKING_LEVELS),
  admission: Type.Enum(["sample", "targeting", "manual"]),
  rule: Type.Optional(Name),
});

const place = {
  viewportHeight: ViewportPixels,
  viewportWidth: ViewportPixels,
  pageUrl: Url,
  timestamp: Instant,
  pageVersion: Type.Optional(Name),
  sectionId: Type.Optional(Name),
  pageHeight: Type.Optional(Length),
};

const ClickRecordSchema = Type.Object({
  ...place,
  type: Type.Literal("click"),
  x: Pixels,
  y: Pixels,
  selector: Type.Optional(Type.String({ maxLength: MAX_SELECTOR })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  elementX: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  elementY: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  pageWidth: Type.Optional(Length),
  frustration: Type.Optional(OneOf(FRUSTRATIONS)),
});

const ScrollRecordSchema = Type.Object({
  ...place,
  type: Type.Literal("scroll"),
  maxScrollX: Pixels,
  maxScrollY: Pixels,
  maxScrollWidth: Pixels,
  maxScrollHeight: Pixels,
});

const metadataChecker = Compile(SegmentMetadataSchema);
const clickChecker = Compile(ClickRecordSchema);
const scrollChecker = Compile(ScrollRecordSchema);

/** Validates `segment`, the metadata of a segment. */
export function checkMetadata(value: unknown): Checked<SegmentMetadata> {
  return metadataChecker.Check(value) ? { value } : { problem: problemOf(metadataChecker.Errors(value)) };
}

/** A click as received: Amplitude's client does not always find a selector. */
export type ReceivedClick = Omit<ClickRecord, "selector"> & Partial<Pick<ClickRecord, "selector">>;

/** Validates a click or scroll record. */
export function checkInteraction(value: unknown): Checked<ReceivedClick | ScrollRecord> {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : null;
  if (type === "scroll")
    return scrollChecker.Check(value) ? { value } : { problem: problemOf(scrollChecker.Errors(value)) };
  if (type !== "click") return { problem: "type must be click or scroll" };
  return clickChecker.Check(value) ? { value } : { problem: problemOf(clickChecker.Errors(value)) };
}
