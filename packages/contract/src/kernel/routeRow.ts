import Type, { type TSchema } from "typebox";
import type { Area, Permission } from "./roles.ts";

/** Method and path below `/console/api`. */
export type RouteName = `${"GET" | "POST" | "PUT"} /${string}`;

/** A permission and, for people whom an owner narrowed to areas, the area. Null for routes that people use before they have signed in. */
export type RouteAccess = Permission | `${Permission} ${Area}` | null;

/** All that is said about a route of the console's API. Validation, access, types of handlers and of the client, and what the console loads again follow from it. */
export interface RouteRow {
  /** Routes without an area are about one's own account, or read what screens of every area show. */
  access: RouteAccess;
  query?: TSchema;
  /** Is not changed by its validation: unknown properties and values of other types are refused. */
  body?: TSchema;
  response: TSchema;
  /**
   * Whether it needs proof that the person at the browser is the one who signed in: a password or passkey within
   * `PROOF_LIFETIME`. Someone with only the cookie of a session can't make it outlast the session, or export people's data.
   */
  isProven?: true;
  /** Routes whose answers a request changes; the console then loads them again. One that ends in a star stands for all that begin this way. */
  invalidates?: readonly (RouteName | `${RouteName}*` | "*")[];
}

export type RouteRows = Readonly<Record<RouteName, RouteRow>>;

/** Carries the type of a response. The server does not validate its own responses. */
export const response = <Body>() => Type.Unsafe<Body>({});
/** Empty response of a request that changed something. */
export const DONE = response<Record<string, never>>();
/** A response that is not JSON: a download or the bytes of a recording. */
export const BINARY = response<Blob>();
