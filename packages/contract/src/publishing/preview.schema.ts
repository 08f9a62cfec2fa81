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

/** Attributes that follow from the page of a preview, so nobody chooses them. The referrer is chosen. */
const OF_PAGE: readonly TargetingAttribute[] = [
  ...PAGE_ATTRIBUTES.filter((name) => name !== "referrer"),
  "locale",
];

/** Attributes of a visitor that a preview can assume. */
export const PREVIEW_ATTRIBUTES = TARGETING_ATTRIBUTES.filter((name) => !OF_PAGE.includes(name));

/** What a preview shows. Anything missing is as for a new visitor now. The page's path sets the language. */
export const PreviewChoicesSchema = Type.Object(
  {
    /** Number of a publication, whatever the date. 0 is the content of the files. */
    revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
    /** ID of a draft, over what is published at that date. */
    draft: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
    /** Milliseconds since the epoch. */
    at: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })),
    /** Whether the visitor has consented to measurement. Only then flags and experiments use attributes. */
    isMeasured: Type.Optional(Type.Boolean()),
    attributes: Type.Optional(VisitorAttributesSchema(PREVIEW_ATTRIBUTES, { minLength: 1 })),
    hasDismissedBanner: Type.Optional(Type.Boolean()),
    /** Values of flags, whatever their rules say. */
    flags: Type.Optional(Type.Record(Key, Type.Unknown())),
    /** Keys of variations by experiment. An experiment that does not run is shown as if it did. */
    variations: Type.Optional(Type.Record(Key, Key)),
  },
  STRICT,
);
export type PreviewChoices = Static<typeof PreviewChoicesSchema>;

export const NewPreviewSchema = Type.Object(
  {
    choices: PreviewChoicesSchema,
    /** Key of an item whose texts get invisible marks, by which an editor finds them ({@link markText}). Without it, documents are those of visitors. */
    marked: Type.Optional(Key),
  },
  STRICT,
);
export type NewPreview = Static<typeof NewPreviewSchema>;

/** How long a preview in the console works, for whoever made it. */
export const PREVIEW_LIFETIME: Milliseconds = 8 * ONE_HOUR;

export interface PreviewResponse {
  /** Path below which every page is shown with these choices until `expiresAt`, to the account that asked, while it is signed in. */
  prefix: string;
  expiresAt: number;
}

/** How long a link to a preview works. */
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
  /** What it shows, in words. */
  shows: string;
  /** Path of the page that it opens. */
  page: string;
  /** Email address of the account that made it. */
  createdBy: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number;
  /** To the hour; null if nobody has opened it. */
  lastOpenedAt: number | null;
}

/** The address is shown once: it is not stored. */
export interface NewPreviewLinkResponse {
  link: PreviewLink;
  /** Path of the document with the strip. */
  path: string;
}

export interface PreviewLinksResponse {
  /** Those that work and that the account can revoke, the newest first. */
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
