import Type, { type Static } from "typebox";
import type { ContentKind } from "../content/contentItems.ts";
import { MAX_POINTER_LENGTH } from "../content/contentPointer.ts";
import { ImportFileSchema } from "../imports.schema.ts";
import { LOCALES, type Locale } from "../kernel/locales.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { BINARY, DONE, type RouteRows, response } from "../kernel/routeRow.ts";
import { ContentItemQuerySchema, type TranslationState } from "./contentItems.schema.ts";
import { type DraftSummary, MAX_FIELD_BYTES } from "./drafts.schema.ts";
import { ItemKey, STRICT } from "./parts.schema.ts";

/** Largest XLIFF file that is imported, in bytes. */
export const MAX_XLIFF_BYTES = 4 * 1024 ** 2;
/** Most entries of each list in a report on a file. */
export const MAX_REPORTED = 200;

const Draft = Type.Optional(Type.Integer({ minimum: 1 }));
/** Characters of a text are at most its bytes. */
const Text = Type.String({ maxLength: MAX_FIELD_BYTES });

/** Content of an export: all texts, or those that need translation. */
export const EXPORTED_TEXTS = ["all", "open", "missing", "outdated"] as const;
export type ExportedTexts = (typeof EXPORTED_TEXTS)[number];

export const TranslationExportSchema = Type.Object(
  {
    locale: OneOf(LOCALES),
    texts: OneOf(EXPORTED_TEXTS),
    /** Key of one item, in the language of the translation; all items without it. */
    item: Type.Optional(ItemKey),
    /** ID of a draft whose texts are exported. */
    draft: Draft,
  },
  STRICT,
);
export type TranslationExport = Static<typeof TranslationExportSchema>;

export const TranslationCheckSchema = Type.Object({ draft: Draft }, STRICT);

export const TranslationImportSchema = Type.Object(
  {
    /** Whether to also import translations whose English text has changed since the export. */
    outdated: Type.Optional(Type.Boolean()),
  },
  STRICT,
);

/** Confirms that a translation matches an English text, or withdraws the confirmation. */
export const TranslationMarkSchema = Type.Object(
  {
    /** Key of the item in the language of the translation, and pointer of the text in it. */
    item: ItemKey,
    pointer: Type.String({ minLength: 1, maxLength: MAX_POINTER_LENGTH }),
    source: Text,
    text: Text,
    isRight: Type.Boolean(),
  },
  STRICT,
);
export type TranslationMark = Static<typeof TranslationMarkSchema>;

/** Texts of an item or a language by the state of their translation. */
export interface TranslationCounts extends Record<TranslationState, number> {
  texts: number;
}

export interface TranslatedItem extends TranslationCounts {
  /** In the language of the translation; {@link IMAGES_KEY} for all alternative texts of images. */
  key: string;
  kind: ContentKind;
  title: string;
  /** Of the page in that language; null if no page shows it. */
  path: string | null;
  /** Whether the language does not have the page at all. */
  isAbsent: boolean;
}

/** Key of the images, whose texts are translated in one list. */
export const IMAGES_KEY = "images";

export interface LanguageSummary extends TranslationCounts {
  locale: Locale;
  /** Whether the language is hidden from visitors. */
  isHidden: boolean;
  items: TranslatedItem[];
}

export interface LanguagesResponse {
  /** All languages except the source language. */
  languages: LanguageSummary[];
  drafts: DraftSummary[];
  head: number;
}

/** A text of a file that was imported. */
export interface ImportedText {
  /** Line of the unit in the file. */
  line: number;
  item: string;
  /** Title of the item, and name of the field. */
  title: string;
  label: string;
  source: string;
  /** The previous translation; null if there is none. */
  before: string | null;
  after: string;
}

/** Changes of an XLIFF file. Each list has at most {@link MAX_REPORTED} entries; `counts` has them all. */
export interface TranslationReport {
  locale: Locale;
  counts: {
    units: number;
    changed: number;
    unchanged: number;
    /** Without a translation in the file. */
    untranslated: number;
    outdated: number;
    unknown: number;
    problems: number;
  };
  changes: ImportedText[];
  /** Translations of English texts that have changed since the export. */
  outdated: (ImportedText & { exportedSource: string })[];
  /** Units missing in the content, by line and ID. */
  unknown: { line: number; unit: string; text: string }[];
  /** Invalid units, and how to fix them. */
  problems: { line: number; unit: string; problem: string }[];
}

export const TRANSLATIONS_ROUTES = {
  "GET /content/languages": {
    access: "read content",
    query: ContentItemQuerySchema,
    response: response<LanguagesResponse>(),
  },
  "PUT /content/translations/mark": {
    access: "draft content",
    body: TranslationMarkSchema,
    response: DONE,
    invalidates: ["GET /content*"],
  },
  "GET /content/translations/export": {
    access: "draft content",
    query: TranslationExportSchema,
    response: BINARY,
  },
  "POST /content/translations/check": {
    access: "draft content",
    query: TranslationCheckSchema,
    body: ImportFileSchema,
    response: response<TranslationReport>(),
  },
  "POST /content/drafts/:id/translations": {
    access: "draft content",
    query: TranslationImportSchema,
    body: ImportFileSchema,
    response: response<{ changed: number }>(),
    invalidates: ["GET /content*"],
  },
} as const satisfies RouteRows;
