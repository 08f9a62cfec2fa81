import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  BANNER_COPY,
  BANNER_ITEM,
  bannerConfig,
  DEFAULT_LOCALE,
  itemKey,
  type Json,
  LOCALES,
  type Locale,
  NO_BANNER,
  NO_BANNER_TEXTS,
  parseItemKey,
  type SiteBannerConfig,
  type SiteContent,
} from "@marquee/contract";
import { type Banner, BannerSchema, type BannerTexts, BannerTextsSchema } from "@marquee/contract/schema";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { ContentError } from "../../platform/errors/contentError.ts";
import { readJsonFile } from "./followContent.ts";

export const BANNER_FILE = "banner.json";
const EXAMPLE = `{ "isShown": true, "paths": ["/pricing"], "href": "/brain", "until": "2026-12-24T17:00:00Z" }`;
// Members that a file leaves out have their default values.
const fileValidator = Compile(Type.Partial(BannerSchema, { additionalProperties: false }));

/** The item with the English texts. */
const ENGLISH = itemKey({ kind: "copy", locale: DEFAULT_LOCALE, id: BANNER_COPY });

type Schema = typeof BannerSchema | typeof BannerTextsSchema;

/** The schema of the banner or of its texts; null for another item. */
export function bannerSchemaOf(item: string): Schema | null {
  if (item === BANNER_ITEM) return BannerSchema;
  const address = parseItemKey(item);
  return address?.kind === "copy" && address.id === BANNER_COPY ? BannerTextsSchema : null;
}

const validators = new Map<object, ReturnType<typeof Compile<TSchema>>>();

/** Why a field of the banner or of its texts can't have a value, and how to fix it; null if it can. */
export function bannerFieldProblem(schema: Schema, tokens: readonly string[], value: Json): string | null {
  const [name = ""] = tokens;
  const field = fieldOf(schema, name);
  if (!field || tokens.length > 1) return "The banner has no such field.";
  const validator = validators.get(field) ?? Compile(field as TSchema);
  validators.set(field, validator);
  const isTime = name === "from" || name === "until";
  const isRight =
    validator.Check(value) && !(isTime && value !== null && Number.isNaN(Date.parse(String(value))));
  return isRight ? null : field.problem;
}

/** Label of a field of the banner or of its texts. */
export function bannerFieldTitle(schema: Schema, name: string): string {
  return fieldOf(schema, name)?.title ?? name;
}

function fieldOf({ properties }: Schema, name: string): { title: string; problem: string } | undefined {
  const fields = properties as object as Record<string, { title: string; problem: string }>;
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/**
 * What a banner that visitors are to see lacks, with the item and pointer of the field; null if it lacks nothing. Only publishing asks: what is
 * half done can be previewed.
 */
export function incompleteBanner(
  items: ReadonlyMap<string, Json>,
): { item: string; pointer: string; problem: string } | null {
  const banner = items.get(BANNER_ITEM) as Banner | undefined;
  const english = items.get(ENGLISH) as BannerTexts | undefined;
  if (!banner?.isShown || !english) return null;
  const lacks = (item: string, pointer: string, what: string) => ({
    item,
    pointer,
    problem: `A banner that is shown needs ${what}. Enter it, or hide the banner.`,
  });
  if (english.text.trim() === "") return lacks(ENGLISH, "/text", "a text in English");
  if (english.label.trim() === "") return lacks(ENGLISH, "/label", "a link label in English");
  if (banner.href === "") return lacks(BANNER_ITEM, "/href", "a link address");
  if (banner.paths.length === 0)
    return lacks(BANNER_ITEM, "/paths", "at least one path, such as * for every page");
  return null;
}

/** What is wrong with a banner whose fields are each right, at a JSON Pointer; null if nothing is. */
export function bannerProblem({
  from,
  until,
}: Banner): { pointer: string; others: string[]; problem: string } | null {
  if (from === null || until === null || Date.parse(from) < Date.parse(until)) return null;
  return {
    pointer: "/until",
    others: ["/from"],
    problem: "The end must be after the start. Choose a later end.",
  };
}

/** Reads the banner from `content/banner.json`, which may be missing or leave out what is as usual. @throws {ContentError} if it is invalid. */
export async function readBanner(contentDir: string): Promise<Banner> {
  if (!existsSync(join(contentDir, BANNER_FILE))) return NO_BANNER;
  const written = await readJsonFile({
    contentDir,
    name: BANNER_FILE,
    validator: fileValidator,
    example: EXAMPLE,
  });
  const fail = (place: string, problem: string) =>
    new ContentError({ file: `content/${BANNER_FILE}`, place, problem, example: EXAMPLE });
  for (const [name, value] of Object.entries(written)) {
    const problem = bannerFieldProblem(BannerSchema, [name], value as Json);
    if (problem) throw fail(name, problem);
  }
  const banner = { ...NO_BANNER, ...written };
  const problem = bannerProblem(banner);
  if (problem) throw fail(problem.pointer.slice(1), problem.problem);
  return banner;
}

/** Checks the banner's texts in a file, which may be empty or missing. @throws {ContentError} at the first one that is wrong. */
export function checkBannerTexts(locale: Locale, texts: unknown): void {
  for (const [name, value] of Object.entries(texts as Record<string, Json>)) {
    const problem = bannerFieldProblem(BannerTextsSchema, [name], value);
    if (problem)
      throw new ContentError({
        file: `content/copy/${locale}/${BANNER_COPY}.json`,
        place: name,
        problem,
        example: `{ "text": "Gantt charts are here", "badgeText": "New", "label": "See how" }`,
      });
  }
}

/** Copy of all languages with the texts of the banner, which a content folder may leave out. */
export function withBannerTexts(copy: SiteContent["copy"]): SiteContent["copy"] {
  const texts = LOCALES.map((locale): [Locale, Record<string, unknown>] => {
    const usual = locale === DEFAULT_LOCALE ? NO_BANNER_TEXTS : { text: "", badgeText: "", label: "" };
    const { [BANNER_COPY]: own, ...others } = copy[locale] ?? {};
    return [locale, { ...others, [BANNER_COPY]: { ...usual, ...(own as Partial<BannerTexts>) } }];
  });
  return Object.fromEntries(texts) as SiteContent["copy"];
}

/** The banner in each language, as a flag value. */
export function bannerConfigs({
  banner,
  copy,
}: Pick<SiteContent, "banner" | "copy">): Record<Locale, SiteBannerConfig> {
  const textsIn = (locale: Locale) => copy[locale][BANNER_COPY] as BannerTexts;
  const english = textsIn(DEFAULT_LOCALE);
  const values = LOCALES.map((locale) => [locale, bannerConfig(banner, textsIn(locale), english)]);
  return Object.fromEntries(values) as Record<Locale, SiteBannerConfig>;
}
