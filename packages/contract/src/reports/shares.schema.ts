import Type from "typebox";
import { OneOf } from "../kernel/oneOf.ts";
import { DONE, type RouteRows, response } from "../kernel/routeRow.ts";
import type { Period } from "../questions/namedRanges.ts";
import type { Card, CardAnswer } from "./reports.schema.ts";

const STRICT = { additionalProperties: false };

/** Days that a shared link can last. */
export const SHARE_DAYS = [1, 7, 30, 90] as const;

export const NewShareSchema = Type.Object({ days: OneOf(SHARE_DAYS) }, STRICT);

/** A link that shows a report to anyone who has it. */
export interface ReportShare {
  id: string;
  report: number;
  /** Name of the report. */
  name: string;
  createdBy: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
  lastOpenedAt: number | null;
}

export interface SharesResponse {
  /** The newest first. */
  shares: ReportShare[];
}

/** The link is shown once: only its digest is stored. */
export interface NewShareResponse {
  share: ReportShare;
  url: string;
}

/** Content of a shared link. */
export interface SharedReport {
  name: string;
  description: string;
  /** Name of the site. */
  site: string;
  timeZone: string;
  weekStart: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  period: Period;
  /** Time of the figures, and expiry of the link, in milliseconds since the epoch. */
  readAt: number;
  expiresAt: number;
  cards: { card: Card; answer: CardAnswer | null }[];
}

export const SHARES_ROUTES = {
  "GET /reports/:id/shares": { access: "edit analytics", response: response<SharesResponse>() },
  "POST /reports/:id/shares": {
    access: "edit analytics",
    isProven: true,
    body: NewShareSchema,
    response: response<NewShareResponse>(),
    invalidates: ["GET /shares", "GET /reports/:id/shares"],
  },
  "GET /shares": { access: "manageTeam analytics", response: response<SharesResponse>() },
  "POST /shares/:id/revoke": {
    access: "edit analytics",
    response: DONE,
    invalidates: ["GET /shares", "GET /reports/:id/shares"],
  },
} as const satisfies RouteRows;
