import Type, { type TSchema } from "typebox";
import type { Area, Permission } from "./roles.ts";

/** Method and path below `/console/api`. */
export type RouteName = `${"GET" | "POST" | "PUT"} /${string}`;

/** A permission and, for people limited to areas, the area. Null for routes used before sign-in. */
export type RouteAccess = Permission | `${Permission} ${Area}` | null;

/** Definition of a route of the console's API. It determines validation, access, types of handlers and of the client, and the data that the console reloads. */
export interface RouteRow {
  /** Routes without an area concern one's own account, or read data shown on screens of every area. */
  access: RouteAccess;
  query?: TSchema;
  /** Validation does not modify it: unknown properties and values of other types are rejected. */
  body?: TSchema;
  response: TSchema;
  /**
   * Whether it needs proof that the person at the browser is the one who signed in: a password or passkey within
   * `PROOF_LIFETIME`. Someone with only the cookie of a session can't make it outlast the session, or export people's data.
   */
  isProven?: true;
  /** Routes whose responses a request changes; the console then reloads them. A trailing star matches all routes with this prefix. */
  invalidates?: readonly (RouteName | `${RouteName}*` | "*")[];
}

export type RouteRows = Readonly<Record<RouteName, RouteRow>>;

/** Carries the type of a response. The server does not validate its own responses. */
export const response = <Body>() => Type.Unsafe<Body>({});
/** Empty response of a request that changed something. */
export const DONE = response<Record<string, never>>();
/** A response that is not JSON: a download or the bytes of a recording. */
export const BINARY = response<Blob>();
