import Type, { type Static } from "typebox";
import { type FunnelResponse, FunnelSchema } from "../journeys/funnels.schema.ts";
import type { RetentionResponse } from "../journeys/retention.schema.ts";
import { Extend } from "../kernel/extend.ts";
import type { ReadonlyDeep } from "../kernel/json.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { NewRecord, RecordChange, type StoredRecord } from "../kernel/versioned.schema.ts";
import { type AttributionResponse, AttributionSchema } from "../questions/attribution.schema.ts";
import { DIMENSIONS, type NamedDimension } from "../questions/dimensions.ts";
import { METRIC_NAMES } from "../questions/metrics.ts";
import type { Period } from "../questions/namedRanges.ts";
import type { QueryResponse } from "../questions/query.schema.ts";
import { FiltersSchema } from "../questions/query.schema.ts";
import type { QueryFilter } from "../questions/query.ts";

const STRICT = { additionalProperties: false };

export const MAX_REPORT_NAME_LENGTH = 120;

export const MAX_CARDS = 24;

export const MAX_LISTED = 50;

interface ReportScreen {
  title: string;
  /** Why its reports can't be shared by link, sent by email or pinned; absent if they can. */
  isPersonal?: string;
}

/** The screens whose URL can be saved as a report. Paths are those of the console; `:name` matches one segment. */
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
  "/events": { title: "Events", isPersonal: "Events lists what individual visitors did." },
  "/leads": { title: "Leads", isPersonal: "Leads has names and email addresses of people." },
  "/people": { title: "People", isPersonal: "People is about individual visitors." },
  "/replays": { title: "Replays", isPersonal: "Replays are recordings of individual visitors." },
};

/** The screen of a path; undefined if its URL can't be saved. */
export function reportScreen(path: string): ReportScreen | undefined {
  const parts = path.split("/");
  const isAt = (pattern: string) => {
    const wanted = pattern.split("/");
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => (part.startsWith(":") ? parts[index] !== "" : part === parts[index]))
    );
  };
  const match = Object.entries(REPORT_SCREENS).find(([pattern]) => isAt(pattern));
  return match?.[1];
}

/**
 * Dimensions that a card can list: excluding event properties, which may contain anything, and dimensions of
 * leads.
 */
export const CARD_DIMENSIONS = (Object.keys(DIMENSIONS) as NamedDimension[]).filter(
  (dimension) => DIMENSIONS[dimension].group !== "Lead",
);

const Metric = OneOf(METRIC_NAMES);

/** Content of a card. All but the last three are queries in the format of the Stats API. */
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

/** Name as in a URL; validated by the server. */
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
    /** Whether figures, series and lists exclude imported days. The other kinds never have any. */
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

/** A saved URL of a screen with its cards, or a board of cards. */
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

/** A stored report or board. */
export interface ReportState extends StoredRecord<ReportDefinition> {
  /** Email address of its owner; null if the account was removed. */
  owner: string | null;
}

export interface ReportsResponse {
  /** The account's own and the shared ones, by name. Without deleted ones. */
  reports: ReportState[];
  /** Whether the signed-in account can change them. */
  mayEdit: boolean;
  /** Email addresses of accounts that can own one. Empty for viewers. */
  owners: string[];
}

export const CardQuerySchema = Type.Object({ card: CardSchema, period: PeriodSchema }, STRICT);

export type CardQuery = ReadonlyDeep<Static<typeof CardQuerySchema>>;

/** Response to a card's query. */
export type CardAnswer =
  | { kind: "figures" | "series" | "list"; answer: QueryResponse }
  | { kind: "funnel"; answer: FunnelResponse }
  | { kind: "attribution"; answer: AttributionResponse; outcome: string }
  | { kind: "retention"; answer: RetentionResponse };

export const REPORTS_ROUTES = {
  "POST /query/card": { access: "read analytics", body: CardQuerySchema, response: response<CardAnswer>() },
  "GET /reports": { access: "read analytics", response: response<ReportsResponse>() },
  "POST /reports": {
    access: "edit analytics",
    body: NewRecord(ReportDefinitionSchema),
    response: response<ReportState>(),
    invalidates: ["GET /reports", "GET /changes"],
  },
  "PUT /reports/:id": {
    access: "edit analytics",
    body: RecordChange(ReportDefinitionSchema, {
      /** Email address of the new owner's account. */
      owner: Type.Optional(Type.String({ maxLength: 254 })),
    }),
    response: response<ReportState>(),
    invalidates: ["GET /reports", "GET /changes"],
  },
} as const satisfies RouteRows;
