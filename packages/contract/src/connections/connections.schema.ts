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
/** Only newly entered ones; the other stored secrets are kept. */
const Secrets = Type.Record(Name, Type.String({ maxLength: 4000 }));

/** Body of `POST /console/api/connections/:kind/test`. The server validates settings and secrets by kind. */
export const ConnectionDraftSchema = Type.Object({ definition: Settings, secrets: Secrets }, strict);
export type ConnectionDraft = Static<typeof ConnectionDraftSchema>;

/** Body of `PUT /console/api/connections/:kind`. */
export const ConnectionChangeSchema = RecordChange(Settings, {
  secrets: Secrets,
  /**
   * Whether the owner accepted the risk of a tool that runs scripts. Without it, the server returns `confirmation_required` with an explanation.
   */
  acceptsScriptRisk: Type.Optional(Type.Boolean()),
});
export type ConnectionChange = Static<typeof ConnectionChangeSchema>;

/** Body of `POST /console/api/connections/:kind/disconnect`. */
export const DisconnectionSchema = Type.Object({ revision: Type.Integer({ minimum: 0 }) }, strict);

/**
 * A kind of connection, with its state. Its definition is the stored settings, even while disconnected; the defaults if there are
 * none. Times are milliseconds since the epoch.
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
  /**
   * Environment variables that configure it; it then cannot be changed in the console. Empty if there are
   * none.
   */
  variables: readonly string[];
  /** When each secret was stored; null for one that is not. */
  secrets: Record<string, number | null>;
  /** The last time that it was used or tested, and the error; null if it succeeded. */
  checkedAt: number | null;
  error: string | null;
}

/** Response of a test, with the actual response of the other service. */
export interface ConnectionTestResponse {
  isWorking: boolean;
  /** The request, without secrets: method and URL. */
  asked: string;
  /** HTTP status, or the protocol's own code; null if there was no response. */
  status: number | null;
  /** The start of the response, without secrets. */
  answer: string;
  /** A network error, or the missing part of the response; null if it works. */
  error: string | null;
}

/** Response of `GET /console/api/connections`. */
export interface ConnectionsResponse {
  connections: ConnectionState[];
  /** Whether the console has a separate host, which scripts of connected tools cannot access. */
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
