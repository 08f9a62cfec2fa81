import Type, { type Static } from "typebox";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";

/** Kinds of events in the security log. */
export const SECURITY_KINDS = [
  "signed in",
  "sign-in failed",
  "locked out",
  "proof given",
  "proof failed",
  "API key refused",
  "access refused",
  "access changed",
  "API keys changed",
  "connection changed",
  "report shared",
  "people listed",
  "person looked up",
  "person exported",
  "person deleted",
  "replay watched",
] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

export const SecurityLogQuerySchema = Type.Object(
  {
    kind: Type.Optional(OneOf(SECURITY_KINDS)),
    /** Returns entries older than this ID. */
    before: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,9}$" })),
  },
  { additionalProperties: false },
);
export type SecurityLogQuery = Static<typeof SecurityLogQuerySchema>;

export interface SecurityEvent {
  /** Increases with time. */
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  kind: SecurityKind;
  /** Email address of an existing account; null if the account is unknown. */
  account: string | null;
  /** Subject of the event: an ID, or a digest of a visitor's ID. */
  about: string | null;
  /** Keyed digest of the sender's network (an IPv4 address or IPv6 /48): equal for the same network, but not reversible. */
  network: string;
  /** ISO 3166-1 code; empty if unknown. */
  country: string;
  /** Number of occurrences within a minute. */
  count: number;
}

export interface SecurityLogResponse {
  /** Newest first. */
  events: SecurityEvent[];
  /** Value of `before` for older entries; null on the last page. */
  next: string | null;
}

export const SECURITY_LOG_ROUTES = {
  "GET /security-log": {
    access: "manageTeam",
    query: SecurityLogQuerySchema,
    response: response<SecurityLogResponse>(),
  },
} as const satisfies RouteRows;
