import Type, { type Static } from "typebox";
import {
  PAGE_ATTRIBUTES,
  TARGETING_ATTRIBUTES,
  type TargetingAttribute,
} from "../../flags/targetingAttributes.ts";
import { ONE_DAY, ONE_HOUR } from "../../time.ts";
import { OneOf } from "../oneOf.ts";
import { VisitorAttributesSchema } from "./flags.ts";

const STRICT = { additionalProperties: false };
const Key = Type.String({ minLength: 1, maxLength: 200 });

/** Attributes that follow from the page of a preview, so nobody chooses them. The referrer is chosen. */
const OF_PAGE: readonly TargetingAttribute[] = [
  ...PAGE_ATTRIBUTES.filter((name) => name !== "referrer"),
  "locale",
];

/** Attributes of a visitor that a preview can assume. */
export const PREVIEW_ATTRIBUTES = TARGETING_ATTRIBUTES.filter((name) => !OF_PAGE.includes(name));

/** What a preview shows. Everything that is missing is as for a new visitor now. The language is that of the page's path. */
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

/** How long a link to a preview works. */
export const PREVIEW_LIFETIMES = { hour: ONE_HOUR, workday: 8 * ONE_HOUR, week: 7 * ONE_DAY } as const;
export type PreviewLifetime = keyof typeof PREVIEW_LIFETIMES;

export const NewPreviewSchema = Type.Object(
  {
    choices: PreviewChoicesSchema,
    lifetime: OneOf(["hour", "workday", "week"]),
    /** Key of an item whose texts get invisible marks, by which an editor finds them ({@link markText}). Without it, documents are those of visitors. */
    marked: Type.Optional(Key),
  },
  STRICT,
);
export type NewPreview = Static<typeof NewPreviewSchema>;

export interface PreviewResponse {
  /** Path below which every page is shown with these choices until `expiresAt`, for everyone who has it. */
  prefix: string;
  expiresAt: number;
}
