import { DEFAULT_FLAGS, type FlagValues, SITE_BANNER_FLAG } from "@marquee/contract";
import { FlagFileSchema } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { Compile } from "typebox/compile";
import { type Followed, followContent, readJsonFile } from "../content/followContent.ts";
import { applyBannerDefaults } from "./bannerPages.ts";

export const FLAG_FILE = "flags.json";
const EXAMPLE = `{ "pricing-quiz-banner-is-active": true, "${SITE_BANNER_FLAG}": { "paths": ["/pricing"], "text": "New", "link": { "href": "/brain", "children": "See it" } } }`;
const validator = Compile(FlagFileSchema);

/** Flag values from `content/flags.json`. */
export type FlagFile = Followed<FlagValues>;

/** Reads the file and follows its changes. @throws {ContentError} if the file is invalid at the start. */
export function followFlagFile(options: { contentDir: string; log: Logger }): Promise<FlagFile> {
  return followContent({ ...options, isPart: (path) => path === FLAG_FILE, read: readFlagFile });
}

/** @throws {ContentError} if the file is invalid. */
export async function readFlagFile(contentDir: string): Promise<FlagValues> {
  const file = await readJsonFile({ contentDir, name: FLAG_FILE, validator, example: EXAMPLE });
  const { [SITE_BANNER_FLAG]: banner, ...switches } = file as Partial<FlagValues>;
  return { ...DEFAULT_FLAGS, ...switches, [SITE_BANNER_FLAG]: applyBannerDefaults(banner) };
}
