import Type, { type Static } from "typebox";
import { VisitorAttributesSchema } from "../flags/flags.schema.ts";
import {
  PAGE_ATTRIBUTES,
  TARGETING_ATTRIBUTES,
  type TargetingAttribute,
} from "../flags/targetingAttributes.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { DONE, type RouteRows, response } from "../kernel/routeRow.ts";
import { type Milliseconds, ONE_DAY, ONE_HOUR } from "../kernel/time.ts";
import { STRICT } from "./parts.schema.ts";

const Key = Type.String({ minLength: 1, maxLength: 200 });

/** Attributes that follow from the page of a preview, so they cannot be chosen. The referrer can. */
const OF_PAGE: readonly TargetingAttribute[] = [
  ...PAGE_ATTRIBUTES.filter((name) => name !== "referrer"),
  "locale",
];

/** Attributes of a visitor that a preview can assume. */
export const PREVIEW_ATTRIBUTES = TARGETING_ATTRIBUTES.filter((name) => !OF_PAGE.includes(name));

/** Choices of a preview. Missing ones default to a new visitor now. The page's path sets the language. */
export const PreviewChoicesSchema = Type.Object(
  {
    /** Number of a publication, regardless of the date. 0 is the content of the files. */
    revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
    /** ID of a draft, on top of the content published at that date. */
    draft: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
    /** Milliseconds since the epoch. */
    at: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })),
    /** Whether the visitor has consented to measurement. Flags and experiments use attributes only then. */
    isMeasured: Type.Optional(Type.Boolean()),
    attributes: Type.Optional(VisitorAttributesSchema(PREVIEW_ATTRIBUTES, { minLength: 1 })),
    hasDismissedBanner: Type.Optional(Type.Boolean()),
    /** Values of flags, regardless of their rules. */
    flags: Type.Optional(Type.Record(Key, Type.Unknown())),
    /** Keys of variations by experiment. An experiment that is not running is shown as if it were. */
    variations: Type.Optional(Type.Record(Key, Key)),
  },
  STRICT,
);
export type PreviewChoices = Static<typeof PreviewChoicesSchema>;

export const NewPreviewSchema = Type.Object(
  {
    choices: PreviewChoicesSchema,
    /**
     * Key of an item whose texts get invisible marks, with which an editor locates them ({@link markText}). Without it, documents are those of visitors.
     */
    marked: Type.Optional(Key),
  },
  STRICT,
);
export type NewPreview = Static<typeof NewPreviewSchema>;

/** Lifetime of a console preview, for the account that created it. */
export const PREVIEW_LIFETIME: Milliseconds = 8 * ONE_HOUR;

export interface PreviewResponse {
  /** Path below which every page is shown with these choices until `expiresAt`, to the requesting account while it is signed in. */
  prefix: string;
  expiresAt: number;
}

/** Lifetimes of a preview link. */
export const PREVIEW_LINK_LIFETIMES = { hour: ONE_HOUR, day: ONE_DAY, week: 7 * ONE_DAY } as const;
export type PreviewLinkLifetime = keyof typeof PREVIEW_LINK_LIFETIMES;

export const NewPreviewLinkSchema = Type.Object(
  {
    choices: PreviewChoicesSchema,
    /** Path of the page that the link opens, with its language and a query if it has one. */
    page: Type.String({ pattern: "^/", maxLength: 2000 }),
    lifetime: OneOf(["hour", "day", "week"]),
  },
  STRICT,
);
export type NewPreviewLink = Static<typeof NewPreviewLinkSchema>;

/** A link that shows a preview to anyone who has it. */
export interface PreviewLink {
  id: string;
  /** Description of the preview. */
  shows: string;
  /** Path of the page that it opens. */
  page: string;
  /** Email address of the account that created it. */
  createdBy: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number;
  /** To the hour; null if nobody has opened it. */
  lastOpenedAt: number | null;
}

/** The URL is shown once, because it is not stored. */
export interface NewPreviewLinkResponse {
  link: PreviewLink;
  /** Path of the document with the strip. */
  path: string;
}

export interface PreviewLinksResponse {
  /** Valid links that the account can revoke, newest first. */
  links: PreviewLink[];
}

export const PREVIEW_ROUTES = {
  "POST /content/preview": {
    access: "read content",
    body: NewPreviewSchema,
    response: response<PreviewResponse>(),
  },
  "GET /content/preview/links": { access: "read content", response: response<PreviewLinksResponse>() },
  "POST /content/preview/links": {
    access: "read content",
    isProven: true,
    body: NewPreviewLinkSchema,
    response: response<NewPreviewLinkResponse>(),
    invalidates: ["GET /content/preview/links"],
  },
  "POST /content/preview/links/:id/revoke": {
    access: "read content",
    response: DONE,
    invalidates: ["GET /content/preview/links"],
  },
} as const satisfies RouteRows;
