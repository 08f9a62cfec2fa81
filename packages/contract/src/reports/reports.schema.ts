import Type, { type Static } from "typebox";
import { type FunnelResponse, FunnelSchema } from "../journeys/funnels.schema.ts";
import type { RetentionResponse } from "../journeys/retention.schema.ts";
import { Extend } from "../kernel/extend.ts";
import type { ReadonlyDeep } from "../kernel/json.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { DONE, type RouteRows, response } from "../kernel/routeRow.ts";
import { type AttributionResponse, AttributionSchema } from "../questions/attribution.schema.ts";
import { DIMENSIONS, type NamedDimension } from "../questions/dimensions.ts";
import { METRIC_NAMES } from "../questions/metrics.ts";
import type { Period } from "../questions/namedRanges.ts";
import { FiltersSchema } from "../questions/query.schema.ts";
import type { QueryFilter, QueryResponse } from "../questions/query.ts";

const STRICT = { additionalProperties: false };

export const MAX_REPORT_NAME_LENGTH = 120;
export const MAX_CARDS = 24;
export const MAX_LISTED = 50;
export const MAX_REPORT_RECIPIENTS = 20;
/** Days that a shared link can last. */
export const SHARE_DAYS = [1, 7, 30, 90] as const;

interface ReportScreen {
  title: string;
  /** Why its reports can't be shared by link, sent by email or pinned; absent if they can. */
  isPersonal?: string;
}

/** The screens whose address can be saved as a report. Paths are those of the console; `:name` stands for one part. */
export const REPORT_SCREENS: Readonly<Record<string, ReportScreen>> = {
  "/": { title: "Overview" },
  "/goals": { title: "Goals" },
  "/attribution": { title: "Attribution" },
  "/campaign-links": { title: "Campaign links" },
  "/journeys": { title: "Funnel" },
  "/journeys/paths": { title: "Paths" },
  "/journeys/retention": { title: "Retention" },
  "/experiments/:key": { title: "Experiment" },
  "/heatmaps": { title: "Heatmaps" },
  "/speed": { title: "Speed" },
  "/errors": { title: "Errors" },
  "/events": { title: "Events", isPersonal: "Events lists what single visitors did." },
  "/leads": { title: "Leads", isPersonal: "Leads has names and email addresses of people." },
  "/people": { title: "People", isPersonal: "People has profiles of single visitors." },
  "/replays": { title: "Replays", isPersonal: "Replays are recordings of single visitors." },
};

/** The screen of a path; undefined if its address can't be saved. */
export function reportScreen(path: string): ReportScreen | undefined {
  const parts = path.split("/");
  const isAt = (pattern: string) => {
    const wanted = pattern.split("/");
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => (part.startsWith(":") ? parts[index] !== "" : part === parts[index]))
    );
  };
  const found = Object.entries(REPORT_SCREENS).find(([pattern]) => isAt(pattern));
  return found?.[1];
}

/** Dimensions that a card can list: no property of events, which may hold anything, and none of leads. */
export const CARD_DIMENSIONS = (Object.keys(DIMENSIONS) as NamedDimension[]).filter(
  (dimension) => DIMENSIONS[dimension].group !== "Lead",
);

const Metric = OneOf(METRIC_NAMES);

/** What a card shows. All but the last three are queries in the format of the Stats API. */
const CardContentSchema = Type.Union([
  Type.Object(
    {
      kind: Type.Literal("figures"),
      metrics: Type.Array(Metric, { minItems: 1, maxItems: 8, uniqueItems: true }),
    },
    STRICT,
  ),
  Type.Object(
    {
      kind: Type.Literal("series"),
      metric: Metric,
      /** Null for the usual one of the range's length. */
      interval: Type.Union([OneOf(["hour", "day", "week", "month"] as const), Type.Null()]),
    },
    STRICT,
  ),
  Type.Object(
    {
      kind: Type.Literal("list"),
      dimension: OneOf(CARD_DIMENSIONS),
      /** The first one ranks. */
      metrics: Type.Array(Metric, { minItems: 1, maxItems: 3, uniqueItems: true }),
      limit: Type.Integer({ minimum: 1, maximum: MAX_LISTED }),
    },
    STRICT,
  ),
  Type.Object({ kind: Type.Literal("funnel"), funnel: FunnelSchema }, STRICT),
  Extend(
    [Type.Pick(AttributionSchema, ["outcome", "dimension", "lookBackDays", "halfLifeDays", "skipsDirect"])],
    { kind: Type.Literal("attribution") },
    STRICT,
  ),
  Type.Object({ kind: Type.Literal("retention") }, STRICT),
]);
export type CardContent = ReadonlyDeep<Static<typeof CardContentSchema>>;
export type CardKind = CardContent["kind"];

/** As in a URL; the server checks that it is one. */
const RangeName = Type.String({ minLength: 1, maxLength: 24 });

const CardSchema = Type.Object(
  {
    /** Unique on its board. */
    id: Type.String({ pattern: "^[a-z0-9-]{1,40}$" }),
    title: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
    width: OneOf(["half", "full"] as const),
    /** Null for the date range of the board. */
    range: Type.Unsafe<Period["range"] | null>(Type.Union([RangeName, Type.Null()])),
    filters: Type.Unsafe<readonly QueryFilter[]>(FiltersSchema),
    /** Whether figures, series and lists leave out imported days. The other kinds never have any. */
    withoutImports: Type.Optional(Type.Boolean()),
    content: CardContentSchema,
  },
  STRICT,
);
export type Card = ReadonlyDeep<Static<typeof CardSchema>>;

const CardsSchema = Type.Array(CardSchema, { maxItems: MAX_CARDS });

const PeriodSchema = Type.Unsafe<Period>(
  Type.Object({ range: RangeName, compare: RangeName, matchesWeekdays: Type.Boolean() }, STRICT),
);

/** A saved address of a screen with the cards that it shows, or a board of cards. */
const ReportContentSchema = Type.Union([
  Type.Object(
    {
      kind: Type.Literal("screen"),
      path: Type.String({ maxLength: 300, pattern: "^/" }),
      /** Query string without the question mark. */
      search: Type.String({ maxLength: 8000 }),
      cards: CardsSchema,
    },
    STRICT,
  ),
  Type.Object({ kind: Type.Literal("board"), period: PeriodSchema, cards: CardsSchema }, STRICT),
]);
export type ReportContent = ReadonlyDeep<Static<typeof ReportContentSchema>>;
export type ReportKind = ReportContent["kind"];

const ReportDefinitionSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_REPORT_NAME_LENGTH, pattern: "\\S" }),
    description: Type.String({ maxLength: 500 }),
    /** Whether everyone with an account sees it. */
    isShared: Type.Boolean(),
    isDeleted: Type.Boolean(),
    content: ReportContentSchema,
  },
  STRICT,
);
export type ReportDefinition = ReadonlyDeep<Static<typeof ReportDefinitionSchema>>;

export const NewReportSchema = Type.Object({ report: ReportDefinitionSchema }, STRICT);

/** `revision` is the one that the editor started from. A different stored revision is a conflict. */
export const ReportChangeSchema = Type.Object(
  {
    revision: Type.Integer({ minimum: 1 }),
    report: ReportDefinitionSchema,
    /** Email address of the account that it goes to. */
    owner: Type.Optional(Type.String({ maxLength: 254 })),
  },
  STRICT,
);
export type ReportChange = ReadonlyDeep<Static<typeof ReportChangeSchema>>;

/** A stored report or board. */
export interface ReportState {
  id: number;
  report: ReportDefinition;
  revision: number;
  /** Email address of its owner; null if the account is gone. */
  owner: string | null;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  updatedBy: string;
}

export interface ReportsResponse {
  /** The account's own and the shared ones, by name. Deleted ones are left out. */
  reports: ReportState[];
  /** Whether the signed-in account can change them. */
  mayEdit: boolean;
  /** Email addresses of accounts that can own one. Empty for viewers. */
  owners: string[];
}

export const CardQuerySchema = Type.Object({ card: CardSchema, period: PeriodSchema }, STRICT);
export type CardQuery = ReadonlyDeep<Static<typeof CardQuerySchema>>;

/** What a card's question was answered with. */
export type CardAnswer =
  | { kind: "figures" | "series" | "list"; answer: QueryResponse }
  | { kind: "funnel"; answer: FunnelResponse }
  | { kind: "attribution"; answer: AttributionResponse; outcome: string }
  | { kind: "retention"; answer: RetentionResponse };

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

/** What a shared link shows. */
export interface SharedReport {
  name: string;
  description: string;
  /** Of the site. */
  site: string;
  timeZone: string;
  weekStart: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  period: Period;
  /** When the figures were read and when the link ends, in milliseconds since the epoch. */
  readAt: number;
  expiresAt: number;
  cards: { card: Card; answer: CardAnswer | null }[];
}

export const SCHEDULE_FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type ScheduleFrequency = (typeof SCHEDULE_FREQUENCIES)[number];

/** When a report is sent, in the site's time zone, and to whom. */
export const ScheduleSchema = Type.Object(
  {
    frequency: OneOf(SCHEDULE_FREQUENCIES),
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    /** Of weekly ones, as in ISO 8601: Monday is 1. */
    weekday: Type.Integer({ minimum: 1, maximum: 7 }),
    /** Of monthly ones. Shorter months send on their last day. */
    day: Type.Integer({ minimum: 1, maximum: 31 }),
    recipients: Type.Array(Type.String({ minLength: 3, maxLength: 254 }), {
      minItems: 1,
      maxItems: MAX_REPORT_RECIPIENTS,
      uniqueItems: true,
    }),
    isOn: Type.Boolean(),
  },
  STRICT,
);
export type Schedule = Static<typeof ScheduleSchema>;

export interface ScheduleRecipient {
  email: string;
  state: "waiting" | "pending" | "delivered" | "failed" | "unsubscribed";
  /** Of the last attempt, in milliseconds since the epoch. */
  at: number | null;
  error: string | null;
}

export interface ScheduleResponse {
  /** Null if the report has none. */
  schedule: Schedule | null;
  recipients: ScheduleRecipient[];
  /** When it is sent next; null while it is off. */
  nextAt: number | null;
  /** Whether a mail server is connected. */
  isConnected: boolean;
}

export interface ScheduleTestResponse {
  isWorking: boolean;
  /** What the mail server said. */
  answer: string;
}

export const REPORTS_ROUTES = {
  "POST /query/card": { access: "read analytics", body: CardQuerySchema, response: response<CardAnswer>() },
  "GET /reports": { access: "read analytics", response: response<ReportsResponse>() },
  "POST /reports": {
    access: "edit analytics",
    body: NewReportSchema,
    response: response<ReportState>(),
    invalidates: ["GET /reports", "GET /changes"],
  },
  "PUT /reports/:id": {
    access: "edit analytics",
    body: ReportChangeSchema,
    response: response<ReportState>(),
    invalidates: ["GET /reports", "GET /changes"],
  },
  "GET /reports/:id/shares": { access: "edit analytics", response: response<SharesResponse>() },
  "POST /reports/:id/shares": {
    access: "edit analytics",
    isProven: true,
    body: NewShareSchema,
    response: response<NewShareResponse>(),
    invalidates: ["GET /shares", "GET /reports/:id/shares"],
  },
  "GET /shares": { access: "managePeople analytics", response: response<SharesResponse>() },
  "POST /shares/:id/revoke": {
    access: "edit analytics",
    response: DONE,
    invalidates: ["GET /shares", "GET /reports/:id/shares"],
  },
  "GET /reports/:id/schedule": { access: "edit analytics", response: response<ScheduleResponse>() },
  "PUT /reports/:id/schedule": {
    access: "edit analytics",
    isProven: true,
    body: ScheduleSchema,
    response: response<ScheduleResponse>(),
  },
  "POST /reports/:id/schedule/send": { access: "edit analytics", response: response<ScheduleTestResponse>() },
} as const satisfies RouteRows;
