import Type from "typebox";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { NewRecord, RecordChange, type StoredRecord } from "../kernel/versioned.schema.ts";
import {
  type GoalCondition,
  type GoalDefinition,
  MAX_ALTERNATIVES,
  MAX_CLICK_TARGETS,
  MAX_GOAL_NAME_LENGTH,
  MAX_GOAL_TIME,
  PAGE_MATCHES,
  type SingleCondition,
} from "./goals.ts";

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Path = Text(2000);
/** Empty for any page. */
const AnyPath = Type.String({ maxLength: 2000 });
const STRICT = { additionalProperties: false };

/** Empty for any place. */
const AnyPlace = Type.String({ maxLength: 400 });

export const SingleConditionSchema = Type.Unsafe<SingleCondition>(
  Type.Union([
    Type.Object({ kind: Type.Literal("page"), match: OneOf(PAGE_MATCHES), path: Path }, STRICT),
    Type.Object(
      {
        kind: Type.Literal("event"),
        event: Text(200),
        properties: Type.Array(
          Type.Object({ name: Text(200), value: Type.String({ maxLength: 2000 }) }, STRICT),
          { maxItems: 10 },
        ),
      },
      STRICT,
    ),
    Type.Object(
      {
        kind: Type.Literal("form"),
        step: OneOf(["started", "sent"]),
        form: Type.Union([OneOf(["sales", "demo", "sign-up"]), Type.Null()]),
      },
      STRICT,
    ),
    Type.Object({ kind: Type.Literal("overlay"), overlay: Text(100) }, STRICT),
    Type.Object({ kind: Type.Literal("section"), section: Text(400) }, STRICT),
    Type.Object(
      { kind: Type.Literal("button"), label: Text(400), root: Text(400), location: Text(400) },
      STRICT,
    ),
    Type.Object(
      {
        kind: Type.Literal("click"),
        label: Text(400),
        targets: Type.Array(Text(2000), { minItems: 1, maxItems: MAX_CLICK_TARGETS }),
        path: AnyPath,
        root: AnyPlace,
        location: AnyPlace,
      },
      STRICT,
    ),
    Type.Object({ kind: Type.Literal("element"), path: AnyPath, selector: Text(2000) }, STRICT),
    Type.Object(
      {
        kind: Type.Literal("time"),
        path: AnyPath,
        seconds: Type.Integer({ minimum: 1, maximum: MAX_GOAL_TIME }),
      },
      STRICT,
    ),
    Type.Object(
      { kind: Type.Literal("scroll"), path: AnyPath, percent: Type.Integer({ minimum: 1, maximum: 100 }) },
      STRICT,
    ),
  ]),
);

export const GoalConditionSchema = Type.Unsafe<GoalCondition>(
  Type.Union([
    SingleConditionSchema,
    Type.Object(
      {
        kind: Type.Literal("any"),
        of: Type.Array(SingleConditionSchema, { minItems: 2, maxItems: MAX_ALTERNATIVES }),
      },
      STRICT,
    ),
  ]),
);

const GoalDefinitionSchema = Type.Unsafe<GoalDefinition>(
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: MAX_GOAL_NAME_LENGTH, pattern: "\\S" }),
      condition: GoalConditionSchema,
      value: Type.Union([Type.Number({ minimum: 0, maximum: 1e9 }), Type.Null()]),
      isArchived: Type.Boolean(),
    },
    STRICT,
  ),
);

export const GoalPreviewSchema = Type.Object({ condition: GoalConditionSchema }, STRICT);

/** Conversions of the last 30 days. Known customers, bots and demo data of `npm run seed-demo` count as on every traffic screen. */
export interface GoalFigures {
  conversions: number;
  /** Visitors who reached the goal, and all visitors. */
  visitors: number;
  allVisitors: number;
}

export type GoalState = StoredRecord<GoalDefinition>;

export interface GoalsResponse {
  /** By name. Archived goals come last. */
  goals: GoalState[];
  /** Names of goals that this version of the server cannot read. They are not counted. */
  unreadable: string[];
}

/** Figures of a goal that is not archived, with conversions by day, the last 30 days of the site's time zone. */
export interface GoalReport extends GoalFigures {
  id: number;
  days: number[];
}

export interface GoalReportsResponse {
  reports: GoalReport[];
}

/** A recorded value, with its count in the last 30 days. */
export interface RecordedChoice {
  value: string;
  count: number;
}

export const EventPropertiesQuerySchema = Type.Object({ event: Text(200) }, STRICT);

export interface EventProperty {
  name: string;
  /** As texts, the most frequent first. */
  values: RecordedChoice[];
}

/** Properties of an event in the last 30 days, the most frequent first. */
export interface EventPropertiesResponse {
  properties: EventProperty[];
}

/** A place of a click: header, footer or ID of the page without its language, and the location in it. */
export interface ClickPlace {
  root: string;
  location: string;
}

/** Buttons and links that lead to the same place or do the same, over all pages and languages. */
export interface ClickChoice {
  /** Its most frequent text in English, or in another language if it has none. */
  label: string;
  /** As in the condition of a goal. */
  targets: string[];
  /** All its texts in clicks, the most frequent first. */
  texts: string[];
  /** The most frequent first; pages are without their language. */
  places: (ClickPlace & { count: number })[];
  pages: RecordedChoice[];
  count: number;
}

/** An element without a name, over all pages and languages. */
export interface ElementChoice {
  selector: string;
  pages: RecordedChoice[];
  count: number;
}

/** Choices for goals: values recorded in the last 30 days, the most frequent first. */
export interface GoalChoicesResponse {
  pages: RecordedChoice[];
  events: RecordedChoice[];
  /** Kinds of forms that were sent. */
  forms: RecordedChoice[];
  overlays: RecordedChoice[];
  sections: RecordedChoice[];
  clicks: ClickChoice[];
  elements: ElementChoice[];
  /** Pages with scroll depths. */
  scrolledPages: RecordedChoice[];
}

export const GOALS_ROUTES = {
  "GET /goals": { access: "read", response: response<GoalsResponse>() },
  "POST /goals": {
    access: "edit analytics",
    body: NewRecord(GoalDefinitionSchema),
    response: response<GoalState>(),
    invalidates: ["GET /goals*", "GET /changes"],
  },
  "PUT /goals/:id": {
    access: "edit analytics",
    body: RecordChange(GoalDefinitionSchema),
    response: response<GoalState>(),
    invalidates: ["GET /goals*", "GET /changes"],
  },
  "GET /goals/reports": { access: "read analytics", response: response<GoalReportsResponse>() },
  "GET /goals/choices": { access: "read", response: response<GoalChoicesResponse>() },
  "GET /goals/event-properties": {
    access: "read analytics",
    query: EventPropertiesQuerySchema,
    response: response<EventPropertiesResponse>(),
  },
  "POST /goals/preview": {
    access: "read analytics",
    body: GoalPreviewSchema,
    response: response<GoalFigures>(),
  },
} as const satisfies RouteRows;
