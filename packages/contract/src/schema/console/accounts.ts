import Type, { type Static } from "typebox";
import type { SecondStep } from "./twoFactor.ts";

/** Why a request of the console failed; the message is for the person at the screen. */
export interface ConsoleErrorBody {
  error: { code: string; message: string };
}

export const CredentialsSchema = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 400 }),
});
export const SetupSchema = Type.Object({
  ...CredentialsSchema.properties,
  token: Type.String({ maxLength: 200 }),
});

/** Who is signed in. */
export interface SessionResponse {
  account: { email: string; role: "owner" | "editor" | "viewer" } | null;
  /** After a right password: nobody is signed in before one of these is proven too. */
  secondStep?: SecondStep;
  /** Whether the server rejects everything else until the account has a second factor. */
  mustSetUpTwoFactor?: boolean;
}

export const PasswordChangeSchema = Type.Object(
  { currentPassword: Type.String({ maxLength: 400 }), newPassword: Type.String({ maxLength: 400 }) },
  { additionalProperties: false },
);
export type PasswordChange = Static<typeof PasswordChangeSchema>;

/** A browser that somebody is signed in on. Times are milliseconds since the epoch. */
export interface SignedInSession {
  id: string;
  /** Names such as `Firefox` and `Windows`, and an ISO 3166-1 code; empty where they are not known. */
  browser: string;
  os: string;
  country: string;
  createdAt: number;
  lastSeenAt: number;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

export interface SessionsResponse {
  /** The one that asks first, then by when they were last used. */
  sessions: SignedInSession[];
}

export const INTERVALS = ["hour", "day"] as const;
export type Interval = (typeof INTERVALS)[number];

/** The span an overview covers: instants in milliseconds since the epoch, `to` not included; `tz` an IANA time zone. */
export const OverviewQuerySchema = Type.Object({
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 0 }),
  interval: Type.Union([Type.Literal("hour"), Type.Literal("day")]),
  tz: Type.String({ minLength: 1, maxLength: 64 }),
});
export type OverviewQuery = Static<typeof OverviewQuerySchema>;

export interface Totals {
  /** Unique visitors; returning visitors count once. */
  visitors: number;
  pageViews: number;
}

export interface SeriesPoint extends Totals {
  /** Start of the hour or day in the asked time zone, in milliseconds since the epoch. */
  start: number;
}

export interface TopRow extends Totals {
  /** A path or a source. */
  name: string;
}

/** Sessions that began within a span. */
export interface Sessions {
  sessions: number;
  /** Sessions with at most one page view. */
  bounces: number;
  /** From the first to the last event of the middle one, in milliseconds. */
  medianDuration: number;
}

export interface Figures extends Totals, Sessions {}

/** What the Overview shows. Bots are left out of every figure, customers out of the sources. */
export interface OverviewResponse {
  totals: Figures;
  /** The span of the same length just before. */
  previous: Figures;
  /** Every hour or day of the span, those without visits too. */
  series: SeriesPoint[];
  pages: TopRow[];
  sources: TopRow[];
  /** Whether rows that `npm run seed-demo` made are in the store. */
  hasDemoData: boolean;
}

/** One event as the Live list shows it. */
export interface LiveEvent {
  messageId: string;
  type: string;
  /** Name of a track event, otherwise empty. */
  event: string;
  path: string;
  source: string;
  browser: string;
  os: string;
  device: string;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  isBot: boolean;
}

export interface LiveResponse {
  /** Newest first. */
  events: LiveEvent[];
}
