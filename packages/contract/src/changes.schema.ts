import Type, { type Static } from "typebox";
import type { Json } from "./kernel/json.ts";
import { OneOf } from "./kernel/oneOf.ts";
import type { Area } from "./kernel/roles.ts";
import { DONE, type RouteRows, response } from "./kernel/routeRow.ts";

export const CHANGE_ENTITIES = [
  "flag",
  "experiment",
  "account",
  "recording",
  "site",
  "connection",
  "api-key",
  "goal",
  "error",
  "note",
  "alert",
  "funnel",
  "report",
  "board",
  "share",
  "preview-link",
] as const;
export type ChangeEntity = (typeof CHANGE_ENTITIES)[number];

/** Where a change belongs to, for people whom an owner narrowed to areas. Null for changes of accounts. */
export const CHANGE_AREAS: Readonly<Record<ChangeEntity, Area | null>> = {
  flag: "content",
  experiment: "content",
  "preview-link": "content",
  recording: "privacy",
  account: null,
  site: "technical",
  connection: "technical",
  "api-key": "technical",
  error: "technical",
  goal: "analytics",
  note: "analytics",
  alert: "analytics",
  funnel: "analytics",
  report: "analytics",
  board: "analytics",
  share: "analytics",
};

export const ChangeQuerySchema = Type.Object(
  {
    entity: Type.Optional(OneOf(CHANGE_ENTITIES)),
    key: Type.Optional(Type.String({ maxLength: 254 })),
    /** Returns changes older than this ID. */
    before: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);
export type ChangeQuery = Static<typeof ChangeQuerySchema>;

/** One entry of the change history. */
export interface Change {
  /** Increases with time. */
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Email address of the account that made the change. */
  actor: string;
  entity: ChangeEntity;
  /** Key of the changed entity. */
  key: string;
  /** The action: `created`, `changed`, `started`, `stopped`, `shipped`, `reverted`, … */
  action: string;
  /** State before and after the change; null if the entity did not exist. */
  before: Json;
  after: Json;
  /** Whether it can be reverted with one click: the latest change of a flag, an experiment or the recording settings. */
  isReversible: boolean;
}

export interface ChangesResponse {
  /** Newest first. */
  changes: Change[];
  /** Value of `before` for older changes; null on the last page. */
  next: number | null;
}

export const CHANGES_ROUTES = {
  "GET /changes": { access: "read", query: ChangeQuerySchema, response: response<ChangesResponse>() },
  "POST /changes/:id/revert": { access: "edit", response: DONE, invalidates: ["*"] },
} as const satisfies RouteRows;
