import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "@marquee/contract";
import type { Static, TSchema } from "typebox";
import type { Validator } from "typebox/compile";
import { ContentError } from "../../platform/errors/contentError.ts";
import { schemaProblem } from "./schemaProblem.ts";

/** A file of the content folder. */
export interface JsonFile {
  /** Path in the content folder. */
  name: string;
  /** A short correct file, used in error messages. */
  example: string;
}

/** @returns an error at a position in a file. */
export function fileError({ name, example }: JsonFile, place: string, problem: string): ContentError {
  return new ContentError({ file: `content/${name}`, place, problem, example });
}

/** Reads a JSON file from the content folder. @throws {ContentError} if it is missing, invalid JSON, or does not match the schema. */
export async function readJsonFile<Schema extends TSchema>({
  contentDir,
  validator,
  ...file
}: JsonFile & { contentDir: string; validator: Validator<Record<never, never>, Schema> }): Promise<
  Static<Schema>
> {
  const value = await readJson(contentDir, file);
  if (validator.Check(value)) return value;
  const { place, problem } = schemaProblem(validator.Errors(value)[0]);
  throw fileError(file, place, problem);
}

/** Reads a JSON object from the content folder, empty if there is no such file. @param what the object is, for errors. @throws {ContentError} */
export async function readJsonObject(contentDir: string, what: string, file: JsonFile): Promise<JsonObject> {
  if (!existsSync(join(contentDir, file.name))) return {};
  const value = await readJson(contentDir, file);
  if (isJsonObject(value as Json)) return value as JsonObject;
  throw fileError(file, "", `This must be an object of ${what}.`);
}

async function readJson(contentDir: string, file: JsonFile): Promise<unknown> {
  const text = await readFile(join(contentDir, file.name), "utf8").catch((error: Error) => {
    throw fileError(file, "", `The file can't be read (${error.message}).`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fileError(file, "", `Invalid JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
}
