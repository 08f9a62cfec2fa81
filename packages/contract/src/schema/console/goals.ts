import Type, { type Static } from "typebox";
import {
  type Goal,
  type GoalCondition,
  type GoalDefinition,
  MAX_GOAL_NAME_LENGTH,
  MAX_GOAL_TIME,
  PAGE_MATCHES,
} from "../../questions/goals.ts";
import { OneOf } from "../oneOf.ts";

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Path = Text(2000);
/** Empty for any page. */
const AnyPath = Type.String({ maxLength: 2000 });
const STRICT = { additionalProperties: false };

export const GoalConditionSchema = Type.Unsafe<GoalCondition>(
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
    Type.Object({ kind: Type.Literal("element"), path: Path, selector: Text(2000) }, STRICT),
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

/** `revision` is the one that the editor started from. A different stored revision is a conflict. */
export const GoalChangeSchema = Type.Object(
  { revision: Type.Integer({ minimum: 0 }), goal: GoalDefinitionSchema },
  STRICT,
);
export type GoalChange = Static<typeof GoalChangeSchema>;

export const NewGoalSchema = Type.Object({ goal: GoalDefinitionSchema }, STRICT);

export const GoalPreviewSchema = Type.Object({ condition: GoalConditionSchema }, STRICT);

/** Conversions of the last 30 days. Known customers, bots and demo data of `npm run seed-demo` count as on every traffic screen. */
export interface GoalFigures {
  conversions: number;
  /** Visitors who reached the goal, and all visitors. */
  visitors: number;
  allVisitors: number;
}

/** A stored goal. */
export interface GoalState {
  goal: Goal;
  isArchived: boolean;
  revision: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  createdBy: string;
  updatedAt: number;
  updatedBy: string;
}

export interface GoalsResponse {
  /** By name. Archived goals come last. */
  goals: GoalState[];
  /** Names of goals that this version of the server cannot read. They count nowhere. */
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

/** Something that was recorded, and how often in the last 30 days. */
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

export interface ButtonChoice {
  label: string;
  root: string;
  location: string;
  count: number;
}

export interface ElementChoice {
  path: string;
  selector: string;
  count: number;
}

/** What goals can be picked from: what was recorded in the last 30 days, the most frequent first. */
export interface GoalChoicesResponse {
  pages: RecordedChoice[];
  events: RecordedChoice[];
  /** Kinds of forms that were sent. */
  forms: RecordedChoice[];
  overlays: RecordedChoice[];
  sections: RecordedChoice[];
  buttons: ButtonChoice[];
  elements: ElementChoice[];
  /** Pages with scroll depths. */
  scrolledPages: RecordedChoice[];
}
