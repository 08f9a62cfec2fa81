import Type, { type Static } from "typebox";
import type { ConsentGroup } from "../consent/consent.ts";
import { JsonSchema } from "../flags/flags.schema.ts";
import type { Json } from "../kernel/json.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { RecordChange, type Versioned } from "../kernel/versioned.schema.ts";
import type { ConnectionField } from "./connectionDefinition.schema.ts";
import type { ConnectionKind } from "./connectionKinds.schema.ts";

const strict = { additionalProperties: false };
const Name = Type.String({ pattern: "^[A-Za-z][A-Za-z0-9]{0,39}$" });

const Settings = Type.Record(Name, JsonSchema);
/** Only those that were entered; the stored ones stay otherwise. */
const Secrets = Type.Record(Name, Type.String({ maxLength: 4000 }));

/** Body of `POST /console/api/connections/:kind/test`. The server validates settings and secrets by kind. */
export const ConnectionDraftSchema = Type.Object({ definition: Settings, secrets: Secrets }, strict);
export type ConnectionDraft = Static<typeof ConnectionDraftSchema>;

/** Body of `PUT /console/api/connections/:kind`. */
export const ConnectionChangeSchema = RecordChange(Settings, {
  secrets: Secrets,
  /** Whether the owner knows what a tool that runs scripts could do. Without it, the server answers with `confirmation_required` and says that. */
  acceptsScriptRisk: Type.Optional(Type.Boolean()),
});
export type ConnectionChange = Static<typeof ConnectionChangeSchema>;

/** Body of `POST /console/api/connections/:kind/disconnect`. */
export const DisconnectionSchema = Type.Object({ revision: Type.Integer({ minimum: 0 }) }, strict);

/**
 * A kind of connection, with its state. Its definition is the stored settings, also while it is disconnected; otherwise the defaults.
 * Times are milliseconds since the epoch.
 */
export interface ConnectionState extends Versioned<Record<string, Json>> {
  kind: ConnectionKind;
  title: string;
  purpose: string;
  dataFlow: readonly string[];
  consent: ConsentGroup | null;
  fields: ConnectionField[];
  /** Whether its code runs in documents of the site. */
  runsScripts: boolean;
  state: "disconnected" | "connected" | "failing";
  /** Variables of the environment that set it; it cannot be changed in the console then. Empty otherwise. */
  variables: readonly string[];
  /** When each secret was stored; null for one that is not. */
  secrets: Record<string, number | null>;
  /** The last time that it was used or tested, and why that failed; null if it did not. */
  checkedAt: number | null;
  error: string | null;
}

/** Response of a test: what the other service really answered. */
export interface ConnectionTestResponse {
  isWorking: boolean;
  /** What was asked, without secrets: method and URL. */
  asked: string;
  /** HTTP status, or the protocol's own code; null if there was no answer. */
  status: number | null;
  /** The start of the answer, without secrets. */
  answer: string;
  /** The network's error, or what the answer lacks; null if it works. */
  error: string | null;
}

/** Response of `GET /console/api/connections`. */
export interface ConnectionsResponse {
  connections: ConnectionState[];
  /** Whether the console has a host of its own, which scripts of connected tools do not reach. */
  hasOwnHost: boolean;
}

export const CONNECTIONS_ROUTES = {
  "GET /connections": { access: "read technical", response: response<ConnectionsResponse>() },
  "PUT /connections/:kind": {
    access: "connect technical",
    isProven: true,
    body: ConnectionChangeSchema,
    response: response<ConnectionsResponse>(),
    invalidates: ["GET /connections", "GET /changes"],
  },
  "POST /connections/:kind/test": {
    access: "connect technical",
    body: ConnectionDraftSchema,
    response: response<ConnectionTestResponse>(),
    invalidates: ["GET /connections"],
  },
  "POST /connections/:kind/disconnect": {
    access: "connect technical",
    isProven: true,
    body: DisconnectionSchema,
    response: response<ConnectionsResponse>(),
    invalidates: ["GET /connections", "GET /changes"],
  },
} as const satisfies RouteRows;
