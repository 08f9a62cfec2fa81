import Type from "typebox";
import type { ImageFile, ImageItem } from "../content/siteImages.ts";
import { ImportFileSchema } from "../imports.schema.ts";
import type { Locale } from "../kernel/locales.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { ContentItemQuerySchema } from "./contentItems.schema.ts";
import type { DraftSummary } from "./drafts.schema.ts";
import { STRICT } from "./parts.schema.ts";

/** Largest original of an image that editors upload, and all of them together. */
export const MAX_UPLOAD_BYTES = 8 * 1024 ** 2;

export const MAX_UPLOADED_BYTES = 500 * 1024 ** 2;

/** The file itself is the body. */
export const ImageUploadSchema = Type.Object(
  {
    /** The name of the file, from which the image's path is derived. */
    name: Type.String({ minLength: 1, maxLength: 255 }),
  },
  STRICT,
);

export interface ImageUploadResponse {
  /** An unused path. */
  path: string;
  file: ImageFile;
  /** Gives access to it to recipients of this response, see `imageUrl`. */
  version: string;
}

/** A page that shows an image. */
export interface ImageUse {
  /** Key of the page's texts, or of a page that an editor wrote. */
  item: string;
  title: string;
  path: string;
  locale: Locale;
  /** Whether the page defines alt text wherever it shows the image. */
  hasText: boolean;
}

export interface ImageSummary {
  /** As an item: `image:guide/board.png`. */
  key: string;
  /** Below `content/images`. */
  path: string;
  /** As in the draft; the published one if the draft removes it. */
  image: ImageItem;
  /** For `imageUrl`. Signed if these bytes are not published. */
  version: string;
  /** State of the image in the draft. */
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

export const IMAGES_ROUTES = {
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
} as const satisfies RouteRows;
