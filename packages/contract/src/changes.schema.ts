import Type, { type Static } from "typebox";
import type { Json } from "./kernel/json.ts";
import { OneOf } from "./kernel/oneOf.ts";
import type { Area } from "./kernel/roles.ts";
import { DONE, type RouteRows, response } from "./kernel/routeRow.ts";

interface ChangeKind {
  /** Name in the change history. */
  name: string;
  /**
   * Area that people need to see its changes, if an owner limited their areas; null for changes of accounts.
   */
  area: Area | null;
  /** Path of the console screen that shows the item; missing if there is none. */
  path?: string;
  /** The field of what changed that names the item; its key by default. */
  named?: "name" | "campaign" | "message" | "text";
}

/** Everything that has a change history, in the order of its filter. */
const KINDS = {
  flag: { name: "Flag", area: "content", path: "/flags/:key" },
  experiment: { name: "Experiment", area: "content", path: "/experiments/:key" },
  account: { name: "Person", area: null },
  recording: { name: "Recording settings", area: "privacy", path: "/recording" },
  site: { name: "Site settings", area: "technical", path: "/site" },
  connection: { name: "Connection", area: "technical", path: "/connections/:key" },
  "api-key": { name: "API key", area: "technical", path: "/api-keys" },
  goal: { name: "Goal", area: "analytics", path: "/goals", named: "name" },
  error: { name: "Error", area: "technical", path: "/errors?state=all&open=:key", named: "message" },
  note: { name: "Note", area: "analytics", path: "/", named: "text" },
  alert: { name: "Alert", area: "analytics", path: "/alerts", named: "name" },
  funnel: { name: "Funnel", area: "analytics", path: "/journeys?funnel=:key", named: "name" },
  report: { name: "Report", area: "analytics", path: "/boards", named: "name" },
  board: { name: "Board", area: "analytics", path: "/boards/:key", named: "name" },
  share: { name: "Shared link", area: "analytics", path: "/boards", named: "name" },
  "campaign-link": { name: "Campaign link", area: "analytics", path: "/campaign-links", named: "campaign" },
  "cost-import": { name: "Ad cost", area: "analytics", path: "/attribution", named: "name" },
  "preview-link": { name: "Preview link", area: "content", path: "/preview", named: "name" },
} as const satisfies Readonly<Record<string, ChangeKind>>;

export type ChangeEntity = keyof typeof KINDS;
export const CHANGE_KINDS: Readonly<Record<ChangeEntity, ChangeKind>> = KINDS;
export const CHANGE_ENTITIES = Object.keys(KINDS) as [ChangeEntity, ...ChangeEntity[]];

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
  /** Whether it can be reverted with one click: only the latest change of an item can. */
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
