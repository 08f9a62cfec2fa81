import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Json, NO_BANNER } from "@marquee/contract";
import { type Banner, BannerSchema, BannerTextsSchema } from "@marquee/contract/schema";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { fileError, readJsonFile } from "../readJsonFile.ts";
import { firstProblem, isTextList } from "../textProblem.ts";
import { COPY } from "./copy.ts";
import type { FieldSchema, ItemProblem, KindDeclaration } from "./kindDeclaration.types.ts";
import { singleOfSite } from "./single.ts";

type Schema = typeof BannerSchema | typeof BannerTextsSchema;

export const BANNER_FILE = "banner.json";
const FILE = {
  name: BANNER_FILE,
  example: `{ "isShown": true, "paths": ["/pricing"], "href": "/brain", "until": "2026-12-24T17:00:00Z" }`,
};
// Omitted members have their default values.
const fileValidator = Compile(Type.Partial(BannerSchema, { additionalProperties: false }));
const validators = new Map<object, ReturnType<typeof Compile<TSchema>>>();

/** The announcement banner apart from its texts. */
export const BANNER = {
  ...singleOfSite("banner"),
  read,
  ...fieldsOf(BannerSchema),
  // Lists of paths.
  isField: isTextList,
  check: (value) => bannerProblem(value as Banner),
} satisfies KindDeclaration;

/** The banner's texts in the copy. */
export const BANNER_TEXTS = { ...COPY, ...fieldsOf(BannerTextsSchema) } satisfies KindDeclaration;

/** Fields that their schema describes. */
function fieldsOf(schema: Schema) {
  return {
    section: "Banner",
    schema: schema as FieldSchema,
    fieldTitle: (pointer) => fieldOf(schema, pointer.slice(1))?.title ?? pointer.slice(1),
    checkField: (tokens, value) => bannerFieldProblem(schema, tokens, value) ?? firstProblem([value].flat()),
  } satisfies Partial<KindDeclaration>;
}

/** Why a field of the banner or of its texts can't have a value, and how to fix it; null if it can. */
export function bannerFieldProblem(schema: Schema, tokens: readonly string[], value: Json): string | null {
  const [name = ""] = tokens;
  const field = fieldOf(schema, name);
  if (!field || tokens.length > 1) return "The banner doesn't have this field.";
  const validator = validators.get(field) ?? Compile(field as TSchema);
  validators.set(field, validator);
  const isTime = name === "from" || name === "until";
  const isRight =
    validator.Check(value) && !(isTime && value !== null && Number.isNaN(Date.parse(String(value))));
  return isRight ? null : field.problem;
}

function fieldOf({ properties }: Schema, name: string): { title: string; problem: string } | undefined {
  const fields = properties as object as Record<string, { title: string; problem: string }>;
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** A problem of a banner whose fields are valid individually. */
function bannerProblem({ from, until }: Banner): ItemProblem | null {
  if (from === null || until === null || Date.parse(from) < Date.parse(until)) return null;
  return {
    pointer: "/until",
    relatedPointers: ["/from"],
    problem: "The end must be after the start. Choose a later end.",
  };
}

/** Reads the banner from `content/banner.json`, which may be missing or omit default values. @throws {ContentError} if it is invalid. */
async function read(contentDir: string): Promise<Banner> {
  if (!existsSync(join(contentDir, BANNER_FILE))) return NO_BANNER;
  const written = await readJsonFile({ contentDir, ...FILE, validator: fileValidator });
  for (const [name, value] of Object.entries(written)) {
    const problem = bannerFieldProblem(BannerSchema, [name], value as Json);
    if (problem) throw fileError(FILE, name, problem);
  }
  const banner = { ...NO_BANNER, ...written };
  const problem = bannerProblem(banner);
  if (problem) throw fileError(FILE, problem.pointer.slice(1), problem.problem);
  return banner;
}
