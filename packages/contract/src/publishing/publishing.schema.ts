import Type, { type Static } from "typebox";
import { MAX_CATEGORY_LENGTH } from "../content/collections.ts";
import type { ContentKind } from "../content/contentItems.ts";
import { MAX_POINTER_LENGTH } from "../content/contentPointer.ts";
import { MAX_PATH_LENGTH } from "../content/pathProblem.ts";
import type { Redirect } from "../content/redirects.ts";
import type { ImageFile, ImageItem } from "../content/siteImages.ts";
import { ImportFileSchema } from "../imports.schema.ts";
import type { Json } from "../kernel/json.ts";
import { LOCALES, type Locale } from "../kernel/locales.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";

/** Largest value of one field, and of all changes of a draft, in bytes of JSON. */
export const MAX_FIELD_BYTES = 64 * 1024;
/** Largest item that is added as a whole, such as a page. */
export const MAX_ITEM_BYTES = 512 * 1024;
export const MAX_DRAFT_BYTES = 1024 * 1024;
export const MAX_DRAFT_NAME_LENGTH = 80;
export const MAX_REVISION_NOTE_LENGTH = 500;
/** Open drafts at one time. */
export const MAX_DRAFTS = 100;
/** Largest original of an image that editors upload, and all of them together. */
export const MAX_UPLOAD_BYTES = 8 * 1024 ** 2;
export const MAX_UPLOADED_BYTES = 500 * 1024 ** 2;

const STRICT = { additionalProperties: false };
const ItemKey = Type.String({ minLength: 1, maxLength: 200 });
const Pointer = Type.String({ maxLength: MAX_POINTER_LENGTH });
const Revision = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });

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

export const NewDraftSchema = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: MAX_DRAFT_NAME_LENGTH, pattern: "\\S" }) },
  STRICT,
);

export const DraftChangeSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_DRAFT_NAME_LENGTH, pattern: "\\S" })),
    /** Discards the draft, or restores it. */
    isDiscarded: Type.Optional(Type.Boolean()),
    /** Asks for the draft to be published, or takes that back. */
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

/** Takes a field out of a draft, or keeps it although what it began from has since been published differently. */
export const DraftFieldStepSchema = Type.Object(
  { item: ItemKey, pointer: Pointer, step: OneOf(["remove", "keep"]) },
  STRICT,
);

/** Path of a page without its language. */
const PagePath = Type.String({ minLength: 1, maxLength: MAX_PATH_LENGTH });

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
      /** What an entry of a collection needs besides. */
      category: Type.Optional(Type.String({ maxLength: MAX_CATEGORY_LENGTH })),
    },
    STRICT,
  ),
  Type.Object(
    {
      step: Type.Literal("rename"),
      item: ItemKey,
      path: PagePath,
      /** Whether the old path leads to the new one. */
      isRedirected: Type.Boolean(),
    },
    STRICT,
  ),
  Type.Object({ step: OneOf(["hide", "show", "delete"]), item: ItemKey }, STRICT),
]);
export type PageStep = Static<typeof PageStepSchema>;

export const PublicationSchema = Type.Object(
  { note: Type.String({ maxLength: MAX_REVISION_NOTE_LENGTH }) },
  STRICT,
);

/** Publishes a draft later, at a time in milliseconds since the epoch; null takes that back. */
export const ScheduleChangeSchema = Type.Object(
  {
    at: Type.Union([Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 }), Type.Null()]),
    note: Type.String({ maxLength: MAX_REVISION_NOTE_LENGTH }),
  },
  STRICT,
);
export type ScheduleChange = Static<typeof ScheduleChangeSchema>;

export const RevisionsQuerySchema = Type.Object(
  {
    /** Number of a revision; the ones before it are returned. */
    before: Type.Optional(Type.Integer({ minimum: 1 })),
    item: Type.Optional(ItemKey),
  },
  STRICT,
);

/** Publishes content as it was in a revision again, as a new one: all of it, or one field. 0 is the content of the files. */
export const RestoreSchema = Type.Object(
  {
    revision: Revision,
    /** Number of the revision that the editor saw last. If another one is published by now, nothing is restored. */
    head: Revision,
    field: Type.Optional(Type.Object({ item: ItemKey, pointer: Pointer }, STRICT)),
  },
  STRICT,
);
export type Restoration = Static<typeof RestoreSchema>;

/** How a form shows a field. */
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
  /** What it does, if the label does not say it. */
  hint?: string;
  /** What is published. */
  value: Json;
  /** Possible values of a choice, or of the items of a list. */
  choices?: string[];
  /** Whether it may be null, that is, nothing. */
  isOptional?: boolean;
}

/** A field of a draft that differs from what is published. */
export interface DraftField {
  item: string;
  pointer: string;
  /** Section and name of the field: "Hero: Title". */
  label: string;
  value: Json;
  /** What was published when the change began. */
  from: Json;
  /** Increases with each change of this field. */
  revision: number;
  author: string;
  at: number;
  /** The value that is published by now, if it is not `from`: somebody else has published the same field. */
  conflict?: { value: Json };
  /** Why it can't be published, and how to fix it. */
  problem?: string;
  /** The field in which the problem is fixed, if it is another one. */
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
  /** What it does with whole pages. */
  pages: DraftPage[];
  schedule: DraftSchedule | null;
  /** Who asked for it to be published as it is, and when; null if nobody has, or it was changed since. */
  ready: { by: string; at: number } | null;
}

/** When a draft is published by itself, as it then is. */
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

/** What a draft does with a page as a whole. */
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
  /** Changed pages and texts in other languages that would be published with texts that are still missing there. */
  untranslated: { item: string; missing: number }[];
}

/** A published field that the site does not use, because the files have changed beneath it. */
export interface UnusedField {
  item: string;
  pointer: string;
  value: Json;
  problem: string;
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
  /** Whether visitors do not see the page; null for what can't be hidden. */
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
 * How the translation of a text stands: `missing`, empty or still in English; `outdated`, the English text has changed since; `same`, a few words that are
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
  /** How the translations of these texts stand, by pointer. */
  states: Record<string, TranslationState>;
  /** The English texts that outdated translations were made from, by pointer, where they are known. */
  previous: Record<string, string>;
  head: number;
}

export interface PageStepResponse {
  /** Key of the page. */
  item: string;
  draft: Draft;
}

/** What can be done with a redirect of a draft: it is published, or the draft adds, changes or removes it. */
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

/** A path that visitors asked for and that has neither a page nor a redirect. */
export interface MissingPath {
  path: string;
  /** Visits in the last 28 days. */
  hits: number;
  lastHit: number;
}

export interface RedirectsResponse {
  redirects: RedirectRow[];
  /** Paths of all pages that visitors see, with the changes of the draft. They can't be redirected. */
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

/** A field that a revision changed. Null stands for a value that was not there. */
export interface RevisionField {
  item: string;
  pointer: string;
  label: string;
  before: Json;
  after: Json;
}

export interface RevisionSummary {
  number: number;
  id: string;
  author: string;
  at: number;
  note: string;
  /** Number of the revision whose content it restored; null for changes of a draft. */
  restored: number | null;
  /** Key of the experiment whose variation it published; null for everything else. */
  experiment: string | null;
  /** What it changed: item, its title, names of the fields, at most {@link MAX_NAMED_FIELDS}, and what it did with a whole page. */
  items: {
    item: string;
    title: string;
    locale: Locale | null;
    fields: string[];
    count: number;
    step: DraftPage["step"] | null;
  }[];
}

export const MAX_NAMED_FIELDS = 3;

export interface RevisionsResponse {
  revisions: RevisionSummary[];
  /** Number to continue from; null if there are no more. */
  next: number | null;
  head: number;
}

export interface RevisionResponse {
  revision: RevisionSummary;
  fields: RevisionField[];
  head: number;
}

export interface PublicationResponse {
  /** Number of the new revision. */
  revision: number;
}

/** The file itself is the body. */
export const ImageUploadSchema = Type.Object(
  {
    /** The name of the file, from which the path of the image is made. */
    name: Type.String({ minLength: 1, maxLength: 255 }),
  },
  STRICT,
);

export interface ImageUploadResponse {
  /** A path that no image has yet. */
  path: string;
  file: ImageFile;
  /** Shows it to those who have this answer, see `imageUrl`. */
  version: string;
}

/** A page that shows an image. */
export interface ImageUse {
  /** Key of the page's texts, or of a page that an editor wrote. */
  item: string;
  title: string;
  path: string;
  locale: Locale;
  /** Whether the page itself says what the image shows, wherever it shows it. */
  hasText: boolean;
}

export interface ImageSummary {
  /** As an item: `image:guide/board.png`. */
  key: string;
  /** Below `content/images`. */
  path: string;
  /** As in the draft; what is published if the draft removes it. */
  image: ImageItem;
  /** For `imageUrl`. Signed if these bytes are not published. */
  version: string;
  /** What the draft does with it. */
  state: "published" | "changed" | "added" | "removed";
  uses: ImageUse[];
  /** Why it can't be published like this. */
  problem?: string;
  lastChange: { at: number; author: string } | null;
}

export interface ImagesResponse {
  images: ImageSummary[];
  drafts: DraftSummary[];
  head: number;
}

export const PUBLISHING_ROUTES = {
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
  "GET /content/redirects": {
    access: "read content",
    query: ContentItemQuerySchema,
    response: response<RedirectsResponse>(),
  },
  "POST /content/drafts/:id/publish": {
    access: "publish content",
    body: PublicationSchema,
    response: response<PublicationResponse>(),
    invalidates: ["GET /content*"],
  },
  "PUT /content/drafts/:id/schedule": {
    access: "publish content",
    body: ScheduleChangeSchema,
    response: response<Draft>(),
    invalidates: ["GET /content*"],
  },
  "GET /content/revisions": {
    access: "read content",
    query: RevisionsQuerySchema,
    response: response<RevisionsResponse>(),
  },
  "GET /content/revisions/:number": { access: "read content", response: response<RevisionResponse>() },
  "GET /content/images": {
    access: "read content",
    query: ContentItemQuerySchema,
    response: response<ImagesResponse>(),
  },
  "POST /content/images": {
    access: "draft content",
    query: ImageUploadSchema,
    body: ImportFileSchema,
    response: response<ImageUploadResponse>(),
  },
  "POST /content/restore": {
    access: "publish content",
    body: RestoreSchema,
    response: response<PublicationResponse>(),
  },
} as const satisfies RouteRows;
