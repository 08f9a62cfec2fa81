import Type, { type Static } from "typebox";
import { Extend } from "../kernel/extend.ts";
import type { ReadonlyDeep } from "../kernel/json.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { QueryScopeSchema } from "../questions/query.schema.ts";
import type { PathNode } from "./funnels.schema.ts";

const STRICT = { additionalProperties: false };

/** Columns of a diagram of paths, with the anchor. */
export const PATH_COLUMNS = 5;

export const PathsQuerySchema = Extend(
  [QueryScopeSchema],
  {
    /** Start or end of the paths: a page by its path, or an event by its name and distinguishing detail. */
    anchor: Type.Object(
      {
        kind: OneOf(["page", "event"]),
        name: Type.String({ minLength: 1, maxLength: 2000 }),
        detail: Type.String({ maxLength: 2000 }),
      },
      STRICT,
    ),
    direction: OneOf(["from", "toward"]),
    /** Pages, overlays and forms; or all actions of visitors. */
    of: OneOf(["main", "all"]),
  },
  STRICT,
);
export type PathsQuery = ReadonlyDeep<Static<typeof PathsQuerySchema>>;

/** Visits that went from one node to another, in neighboring columns. */
export interface PathLink {
  /** Column of the end that is nearer to the anchor: 0 is the anchor's own column. */
  column: number;
  /** In the order of time. */
  from: PathNode;
  to: PathNode;
  visits: number;
}

export interface PathsResponse {
  /** Visits of the anchor in the date range. */
  visits: number;
  visitors: number;
  occurrences: number;
  links: PathLink[];
}

export const PATHS_ROUTES = {
  "POST /query/paths": {
    access: "read analytics",
    body: PathsQuerySchema,
    response: response<PathsResponse>(),
  },
} as const satisfies RouteRows;
