import { BANNER_COPY, bannerOf, DEFAULT_FLAGS, type FlagValues, SITE_BANNER_FLAG } from "@marquee/contract";
import { FlagFileSchema } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { ContentError } from "../../platform/errors/contentError.ts";
import { type Followed, followContent } from "../content/followContent.ts";
import { BANNER_FILE } from "../content/kinds/banner.ts";
import { readJsonFile } from "../content/readJsonFile.ts";
import { applyBannerDefaults } from "./bannerPages.ts";

export const FLAG_FILE = "flags.json";
const STRICT = { additionalProperties: false };
const EXAMPLE = `{ "pricing-quiz-banner-is-active": true }`;
// The banner is accepted here so that an error can say where it belongs.
const validator = Compile(
  Type.Object({ ...FlagFileSchema.properties, [SITE_BANNER_FLAG]: Type.Optional(Type.Unknown()) }, STRICT),
);

/** Flag values from `content/flags.json`. */
export type FlagFile = Followed<FlagValues>;

/** Reads the file and follows its changes. @throws {ContentError} if the file is invalid at the start. */
export function followFlagFile(options: { contentDir: string; log: Logger }): Promise<FlagFile> {
  return followContent({ ...options, isPart: (path) => path === FLAG_FILE, read: readFlagFile });
}

/** @throws {ContentError} if the file is invalid. */
export async function readFlagFile(contentDir: string): Promise<FlagValues> {
  const file = await readJsonFile({ contentDir, name: FLAG_FILE, validator, example: EXAMPLE });
  if (Object.hasOwn(file, SITE_BANNER_FLAG)) throw movedBanner(file[SITE_BANNER_FLAG]);
  return { ...DEFAULT_FLAGS, ...(file as Partial<FlagValues>) };
}

/** An error that says where the banner is now, with the content for its files. */
function movedBanner(value: unknown): ContentError {
  const config = applyBannerDefaults(value);
  const { banner, texts } = bannerOf(config);
  const settings = { isShown: config.paths.length > 0, ...banner };
  return new ContentError({
    file: `content/${FLAG_FILE}`,
    place: SITE_BANNER_FLAG,
    problem: "The banner has files of its own. Move it there, and remove it here.",
    example: `content/${BANNER_FILE} with ${JSON.stringify(settings)}, and content/copy/en/${BANNER_COPY}.json with ${JSON.stringify(texts)}`,
  });
}
