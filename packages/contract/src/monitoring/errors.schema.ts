import Type, { type Static } from "typebox";
import { Extend } from "../kernel/extend.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { QueryScopeSchema } from "../questions/query.schema.ts";
import type { ReplayMoment } from "../questions/replayMoment.schema.ts";
import type { Release } from "./webVitals.schema.ts";

/** A location in the original source. */
export interface SourceLine {
  /** Path of the source file. */
  file: string;
  /** `line` and `column` count from 1. */
  line: number;
  column: number;
  /** Enclosing function; empty if it has no name. */
  functionName: string;
}

export interface SourcePlace extends SourceLine {
  /** The line itself and the lines around it. */
  context: { line: number; text: string }[];
}

/** A line of a stack trace: the browser's text, and the original location from the source map if there is one. */
export interface StackLine {
  text: string;
  source: SourcePlace | null;
}

export const ERROR_STATES = ["open", "resolved", "ignored"] as const;
/** A resolved error is open again once it occurs in a later release. */
export type ErrorState = (typeof ERROR_STATES)[number];

/** Value of `owner` for errors without one. */
export const NO_OWNER = "none";

export const ErrorsQuerySchema = Extend(
  [QueryScopeSchema],
  {
    /** Part of an error message, of a script's URL or of a path. */
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** All states if missing. */
    state: Type.Optional(OneOf(ERROR_STATES)),
    /** ID of an account, or {@link NO_OWNER}. */
    owner: Type.Optional(Type.String({ minLength: 1, maxLength: 36 })),
  },
  { additionalProperties: false },
);
export type ErrorsQuery = Static<typeof ErrorsQuerySchema>;

/** State of an error as set by people, and whether it reoccurred. */
export interface ErrorStatus {
  state: ErrorState;
  /** When and in which release it was resolved; the release is empty if none was known. Null unless it was. Milliseconds since the epoch. */
  resolved: { at: number; release: string } | null;
  /** Its first occurrence in a later release, which opened it again. */
  reopened: { at: number; release: string } | null;
  owner: { id: string; email: string } | null;
  /** Increases with each change; 0 before the first. */
  revision: number;
  /** The latest change; null before the first. Milliseconds since the epoch, and the email address of an account. */
  updated: { at: number; by: string } | null;
}

export const ErrorChangeSchema = Type.Object(
  {
    /** The revision that the change is based on. */
    revision: Type.Integer({ minimum: 0 }),
    state: OneOf(ERROR_STATES),
    /** ID of an account. */
    owner: Type.Union([Type.String({ maxLength: 36 }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type ErrorChange = Static<typeof ErrorChangeSchema>;

/** Errors of both clients with the same message, apart from numbers and IDs, and the same innermost frame. */
export interface ErrorGroup {
  /** 16 hexadecimal digits: a hash of message and frame. Build hashes are excluded, so it is stable across releases. */
  fingerprint: string;
  /** Message of the latest occurrence, with its type. */
  message: string;
  /** Source location without build hashes; empty if no browser reported one. */
  frame: string;
  /** Original source location of the latest occurrence; null if no source map is stored. */
  source: SourceLine | null;
  kinds: string[];
  count: number;
  visitors: number;
  /** First occurrence of all time, not only in the date range. Milliseconds since the epoch. */
  firstSeen: number;
  lastSeen: number;
  /** The application versions that the client reported, or the releases served at those times; empty if none was known yet. */
  firstRelease: string;
  lastRelease: string;
  /** Number of errors in each of {@link TREND_STEPS} equal parts of the date range. */
  trend: number[];
  /** Stack of the latest occurrence. */
  stack: string;
  status: ErrorStatus;
}

/** Number of parts in {@link ErrorGroup.trend}. */
export const TREND_STEPS = 24;

/** Data of the Errors screen for one date range. Bots and known customers are excluded. */
export interface ErrorsResponse {
  /** Most frequent first; at most 100. */
  groups: ErrorGroup[];
  hasMore: boolean;
  /** Number of groups in each state, with the other filters. */
  counts: Record<ErrorState, number>;
}

export interface ErrorPoint {
  /** Start of the hour or day, in milliseconds since the epoch. */
  start: number;
  count: number;
  /** Unique visitors in this hour or day. */
  visitors: number;
}

/** Values with the number of occurrences, the most frequent first. Variations are `experiment:variation`. */
export type Affected = Record<
  "pages" | "browsers" | "devices" | "variations",
  { name: string; count: number }[]
>;

/** An action of the visitor or the page before an error. */
export interface Breadcrumb {
  kind: "page" | "event" | "click" | "request" | "error";
  /** Path, event name, selector or label of the clicked element, URL, or message. */
  text: string;
  /** Status code of a request, frustration signals of a click, clicked button or section of an event; otherwise empty. */
  detail: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** The same moment in the replay of the visit; null if it was not recorded. */
  replay: ReplayMoment | null;
}

/** Details of one error in a date range. */
export interface ErrorDetailsResponse {
  message: string;
  status: ErrorStatus;
  /** One point per interval of the date range. */
  series: ErrorPoint[];
  /** Releases that became current in the date range, oldest first. */
  releases: Release[];
  affected: Affected;
  /** The latest occurrence. */
  latest: {
    /** ID of its event; null if Datadog's client reported it. */
    messageId: string | null;
    browser: string;
    /** Milliseconds since the epoch. */
    at: number;
    /** Resolved with the source maps of its release. */
    stack: StackLine[];
    /** Oldest first: the hour before it. */
    breadcrumbs: Breadcrumb[];
    /** The error itself in the replay of the visit. */
    replay: ReplayMoment | null;
  };
}

export const ERRORS_ROUTES = {
  "POST /query/errors": {
    access: "read technical",
    body: ErrorsQuerySchema,
    response: response<ErrorsResponse>(),
  },
  "POST /query/errors/:fingerprint": {
    access: "read technical",
    body: QueryScopeSchema,
    response: response<ErrorDetailsResponse>(),
  },
  "PUT /errors/:fingerprint": {
    access: "edit technical",
    body: ErrorChangeSchema,
    response: response<ErrorStatus>(),
    invalidates: ["POST /query/errors*", "GET /changes"],
  },
} as const satisfies RouteRows;
