import Type, { type Static } from "typebox";
import { DONE, type RouteRows, response } from "../kernel/routeRow.ts";
import { NewRecord, RecordChange, type StoredRecord } from "../kernel/versioned.schema.ts";
import { FiltersSchema } from "./query.schema.ts";
import type { QueryFilter } from "./query.ts";

const STRICT = { additionalProperties: false };

const SegmentDefinitionSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
    /** Whether everyone with an account sees it. */
    isShared: Type.Boolean(),
    filters: Type.Unsafe<readonly QueryFilter[]>(FiltersSchema),
  },
  STRICT,
);
export type SegmentDefinition = Static<typeof SegmentDefinitionSchema>;

/** A saved segment: filters with a name. The name avoids confusion with segments of recordings. */
export interface SavedSegment extends StoredRecord<SegmentDefinition> {
  /** Email address of its owner; null if the account was removed. */
  owner: string | null;
  /** Whether the signed-in account can change and delete it. */
  isEditable: boolean;
}

export interface SegmentsResponse {
  /** The account's own and the shared ones, by name. */
  segments: SavedSegment[];
  /** Whether the signed-in account can share segments. */
  mayShare: boolean;
}

export const SEGMENTS_ROUTES = {
  "GET /segments": { access: "read", response: response<SegmentsResponse>() },
  "POST /segments": {
    access: "read analytics",
    body: NewRecord(SegmentDefinitionSchema),
    response: response<SavedSegment>(),
    invalidates: ["GET /segments"],
  },
  "PUT /segments/:id": {
    access: "read analytics",
    body: RecordChange(SegmentDefinitionSchema),
    response: response<SavedSegment>(),
    invalidates: ["*"],
  },
  "POST /segments/:id/delete": { access: "read analytics", response: DONE },
} as const satisfies RouteRows;
