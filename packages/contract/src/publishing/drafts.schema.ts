import Type, { type Static } from "typebox";
import { MAX_CATEGORY_LENGTH } from "../content/collections.ts";
import { MAX_PATH_LENGTH } from "../content/pathProblem.ts";
import type { Json } from "../kernel/json.ts";
import { LOCALES } from "../kernel/locales.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { ItemKey, Pointer, Revision, STRICT } from "./parts.schema.ts";

/** Path of a page without its language. */
const PagePath = Type.String({ minLength: 1, maxLength: MAX_PATH_LENGTH });

/** Largest value of one field, and of all changes of a draft, in bytes of JSON. */
export const MAX_FIELD_BYTES = 64 * 1024;

/** Largest item that is added as a whole, such as a page. */
export const MAX_ITEM_BYTES = 512 * 1024;

export const MAX_DRAFT_BYTES = 1024 * 1024;

export const MAX_REVISION_NOTE_LENGTH = 500;
export const MAX_DRAFT_NAME_LENGTH = 80;

/** Open drafts at one time. */
export const MAX_DRAFTS = 100;

export const NewDraftSchema = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: MAX_DRAFT_NAME_LENGTH, pattern: "\\S" }) },
  STRICT,
);

export const DraftChangeSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_DRAFT_NAME_LENGTH, pattern: "\\S" })),
    /** Discards the draft, or restores it. */
    isDiscarded: Type.Optional(Type.Boolean()),
    /** Requests publication of the draft, or withdraws the request. */
    isReady: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, minProperties: 1 },
);

/** A field of an item in a draft. `revision` is the field's own: the one that the editor started from, 0 if it was unchanged. */
export const DraftFieldSchema = Type.Object(
  { item: ItemKey, pointer: Pointer, value: Type.Unknown(), revision: Revision },
  STRICT,
);

export type DraftFieldChange = Static<typeof DraftFieldSchema>;

/** Removes a field from a draft, or keeps it although its published value has changed since. */
export const DraftFieldStepSchema = Type.Object(
  { item: ItemKey, pointer: Pointer, step: OneOf(["remove", "keep"]) },
  STRICT,
);

/** Adds a page to a draft, or changes a page there as a whole. */
export const PageStepSchema = Type.Union([
  Type.Object(
    {
      step: Type.Literal("add"),
      locale: OneOf(LOCALES),
      title: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
      path: PagePath,
      /** Key of the page that is copied, or ID of a template. */
      from: ItemKey,
      /** The new page is the copied one in another language. */
      isTranslation: Type.Boolean(),
      /** Additional data for an entry of a collection. */
      category: Type.Optional(Type.String({ maxLength: MAX_CATEGORY_LENGTH })),
    },
    STRICT,
  ),
  Type.Object(
    {
      step: Type.Literal("rename"),
      item: ItemKey,
      path: PagePath,
      /** Whether the old path redirects to the new one. */
      isRedirected: Type.Boolean(),
    },
    STRICT,
  ),
  Type.Object({ step: OneOf(["hide", "show", "delete"]), item: ItemKey }, STRICT),
]);

export type PageStep = Static<typeof PageStepSchema>;

/** Publishes a draft later, at a time in milliseconds since the epoch; null cancels it. */
export const ScheduleChangeSchema = Type.Object(
  {
    at: Type.Union([Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 }), Type.Null()]),
    note: Type.String({ maxLength: MAX_REVISION_NOTE_LENGTH }),
  },
  STRICT,
);

export type ScheduleChange = Static<typeof ScheduleChangeSchema>;

/** A field of a draft that differs from what is published. */
export interface DraftField {
  item: string;
  pointer: string;
  /** Section and name of the field: "Hero: Title". */
  label: string;
  value: Json;
  /** Published value when the change started. */
  from: Json;
  /** Increases with each change of this field. */
  revision: number;
  author: string;
  at: number;
  /**
   * The currently published value if it differs from `from`, because someone else has published the same
   * field.
   */
  conflict?: { value: Json };
  /** Why it can't be published, and how to fix it. */
  problem?: string;
  /** The field to change to fix the problem, if it is another one. */
  fixedAt?: { item: string; pointer: string };
}

export interface DraftSummary {
  id: number;
  name: string;
  createdAt: number;
  createdBy: string;
  updatedAt: number;
  /** Changed fields by item. */
  items: Record<string, number>;
  /** Its changes to whole pages. */
  pages: DraftPage[];
  schedule: DraftSchedule | null;
  /** Who asked for it to be published as it is, and when; null if nobody has, or it was changed since. */
  ready: { by: string; at: number } | null;
}

/** Schedule for publishing a draft automatically, in its state at that time. */
export interface DraftSchedule {
  at: number;
  /** Email address of the account that scheduled it. */
  by: string;
  /** When it was scheduled. */
  since: number;
  note: string;
  /** Whether the draft was changed after it was scheduled. */
  isChanged: boolean;
  /** Why it was not published; null if nothing went wrong. */
  problem: string | null;
}

/** A draft's change to a whole page. */
export interface DraftPage {
  item: string;
  step: "added" | "removed" | "renamed" | "hidden" | "shown";
  /** Title of an added page, and path of an added or renamed one, with its language. */
  title: string | null;
  path: string | null;
}

export interface Draft extends DraftSummary {
  state: "open" | "published" | "discarded";
  fields: DraftField[];
  /** Changed pages and texts in other languages that would be published with missing texts. */
  untranslated: { item: string; missing: number }[];
}

/** A published field that the site does not use, because the files have changed. */
export interface UnusedField {
  item: string;
  pointer: string;
  value: Json;
  problem: string;
}

export interface PageStepResponse {
  /** Key of the page. */
  item: string;
  draft: Draft;
}

export const DRAFTS_ROUTES = {
  "POST /content/drafts": {
    access: "draft content",
    body: NewDraftSchema,
    response: response<Draft>(),
    invalidates: ["GET /content"],
  },
  "GET /content/drafts/:id": { access: "read content", response: response<Draft>() },
  "PUT /content/drafts/:id": {
    access: "draft content",
    body: DraftChangeSchema,
    response: response<Draft>(),
    invalidates: ["GET /content*"],
  },
  "PUT /content/drafts/:id/field": {
    access: "draft content",
    body: DraftFieldSchema,
    response: response<{ field: DraftField | null }>(),
  },
  "POST /content/drafts/:id/field": {
    access: "draft content",
    body: DraftFieldStepSchema,
    response: response<Draft>(),
    invalidates: ["GET /content*"],
  },
  "POST /content/drafts/:id/page": {
    access: "draft content",
    body: PageStepSchema,
    response: response<PageStepResponse>(),
    invalidates: ["GET /content*"],
  },
  "PUT /content/drafts/:id/schedule": {
    access: "publish content",
    body: ScheduleChangeSchema,
    response: response<Draft>(),
    invalidates: ["GET /content*"],
  },
} as const satisfies RouteRows;
