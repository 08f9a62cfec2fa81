import Type, { type Static } from "typebox";
import { MAX_POINTER_LENGTH } from "../content/contentPointer.ts";
import type { ImageFile } from "../content/siteImages.ts";
import type { Json } from "../kernel/json.ts";
import { MAX_DRAFT_NAME_LENGTH } from "./drafts.schema.ts";
import { STRICT } from "./parts.schema.ts";

/** Path of the API that `npm run content` uses. Its version is part of it: a command of another version gets 404. */
export const CONTENT_API = "/api/content/v1";

/**
 * `published.json` in the content folder: the revision included in the files. Later revisions apply on top of the files; earlier ones do not,
 * because the files already include them.
 */
export const IncludedRevisionSchema = Type.Object(
  {
    revision: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
    /** The revision's ID, because another server's revision with this number is another one. */
    id: Type.String({ minLength: 1, maxLength: 64 }),
  },
  STRICT,
);
export type IncludedRevision = Static<typeof IncludedRevisionSchema>;

/** Changed fields of the files, which become a draft. */
export const PushedDraftSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_DRAFT_NAME_LENGTH, pattern: "\\S" }),
    fields: Type.Array(
      Type.Object(
        {
          item: Type.String({ minLength: 1, maxLength: 200 }),
          pointer: Type.String({ maxLength: MAX_POINTER_LENGTH }),
          value: Type.Unknown(),
          /** Published value when the file was changed. */
          from: Type.Unknown(),
        },
        STRICT,
      ),
      { minItems: 1, maxItems: 5000 },
    ),
  },
  STRICT,
);
export type PushedDraft = Static<typeof PushedDraftSchema>;

/** State of a server's content. */
export interface ContentState {
  /** The latest revision; number 0 and ID null before the first. */
  head: { number: number; id: string | null };
  /** Whether the server knows the revision that the files include. Without one, true. */
  isKnown: boolean;
  /** All items by key: the published value, and the one in the server's files, where they differ. */
  items: Record<string, { published: Json; file?: Json }>;
  /** The fields that were published since the files were last pulled, with their values then: by item and pointer. */
  base: Record<string, Record<string, Json>>;
}

/** An uploaded original, for a pushed draft. */
export interface PushedImage {
  file: ImageFile;
}

export interface PushResponse {
  /** ID of the new draft. */
  draft: number;
  /** URL of the console's list of drafts. */
  url: string;
  /** Fields whose published value has changed since: the draft asks which to keep. */
  conflicts: { item: string; pointer: string }[];
  /** Fields that can't be published as they are. */
  problems: { item: string; pointer: string; problem: string }[];
}
