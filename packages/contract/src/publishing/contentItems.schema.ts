import Type from "typebox";
import type { ContentKind } from "../content/contentItems.ts";
import type { Redirect } from "../content/redirects.ts";
import type { Json } from "../kernel/json.ts";
import { LOCALES, type Locale } from "../kernel/locales.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import type { DraftField, DraftSummary, UnusedField } from "./drafts.schema.ts";
import { STRICT } from "./parts.schema.ts";

export const ContentItemQuerySchema = Type.Object(
  {
    /** ID of a draft, whose changes are returned with the item. */
    draft: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  STRICT,
);

export const ContentSearchSchema = Type.Object(
  {
    text: Type.String({ minLength: 2, maxLength: 200 }),
    /** Only texts in this language, and content without a language. */
    locale: Type.Optional(OneOf(LOCALES)),
  },
  STRICT,
);

/** Kind of form control for a field. */
export type ContentFieldKind =
  | "text"
  | "longText"
  | "markdown"
  | "date"
  | "link"
  | "image"
  | "number"
  | "boolean"
  | "choice"
  | "list";

/** A value that editors change as one: a text, a number, a list of texts. */
export interface ContentField {
  pointer: string;
  kind: ContentFieldKind;
  /** Readable name of the field, and of the section of the form that it is in: "Title", "Hero". */
  label: string;
  section: string;
  /** Description, if the label is not enough. */
  hint?: string;
  /** Published value. */
  value: Json;
  /** Possible values of a choice, or of the items of a list. */
  choices?: string[];
  /** Whether it may be null, that is, nothing. */
  isOptional?: boolean;
}

export interface ContentItemSummary {
  key: string;
  kind: ContentKind;
  /** Null for content without a language. */
  locale: Locale | null;
  /** ID of the item, the same in all languages: "home". */
  id: string;
  title: string;
  /** Path of the page, or of a page that shows the texts; null if no page does. */
  path: string | null;
  /** Whether several pages share it. */
  isShared: boolean;
  /** Whether the page is hidden; null for items that can't be hidden. */
  isHidden: boolean | null;
  /** Number of published fields that differ from the files. */
  changed: number;
  lastChange: { at: number; author: string } | null;
}

export interface ContentResponse {
  items: ContentItemSummary[];
  drafts: DraftSummary[];
  unused: UnusedField[];
  /** Number of the latest revision; 0 if nothing was published yet. */
  head: number;
}

/**
 * State of a text's translation: `missing`, empty or still in English; `outdated`, the English text has changed since; `same`, a few words that are
 * the same as in English, which may be a name; `translated` otherwise.
 */
export type TranslationState = "translated" | "missing" | "outdated" | "same";

export interface ContentItemResponse {
  item: ContentItemSummary;
  fields: ContentField[];
  /** The item's changes in the draft of the request. */
  changes: DraftField[];
  /** The same item in other languages. */
  translations: { key: string; locale: Locale }[];
  /** For a translation, the English texts by pointer, as in the draft of the request. */
  source: Record<string, Json>;
  /** State of the translations of these texts, by pointer. */
  states: Record<string, TranslationState>;
  /** The English texts of outdated translations, by pointer, where known. */
  previous: Record<string, string>;
  head: number;
}

/** A redirect as published, or as added, changed or removed by a draft. */
export interface RedirectRow {
  id: string;
  redirect: Redirect;
  state: "published" | "added" | "changed" | "removed";
  /** Revision of the change in the draft; 0 without one. */
  revision: number;
  /** Why it can't be published, and how to fix it. */
  problem: string | null;
  /** Visits in the last 28 days. */
  hits: number;
  lastHit: number | null;
}

/** A requested path that has neither a page nor a redirect. */
export interface MissingPath {
  path: string;
  /** Visits in the last 28 days. */
  hits: number;
  lastHit: number;
}

export interface RedirectsResponse {
  redirects: RedirectRow[];
  /** Paths of all visible pages, with the changes of the draft. They can't be redirected. */
  pages: string[];
  /** Most visited first. */
  missing: MissingPath[];
  drafts: DraftSummary[];
}

export interface ContentSearchResponse {
  matches: {
    item: string;
    title: string;
    locale: Locale | null;
    pointer: string;
    label: string;
    text: string;
  }[];
  hasMore: boolean;
}

export const CONTENT_ITEMS_ROUTES = {
  "GET /content": { access: "read content", response: response<ContentResponse>() },
  "GET /content/items/:key": {
    access: "read content",
    query: ContentItemQuerySchema,
    response: response<ContentItemResponse>(),
  },
  "GET /content/search": {
    access: "read content",
    query: ContentSearchSchema,
    response: response<ContentSearchResponse>(),
  },
  "GET /content/redirects": {
    access: "read content",
    query: ContentItemQuerySchema,
    response: response<RedirectsResponse>(),
  },
} as const satisfies RouteRows;
