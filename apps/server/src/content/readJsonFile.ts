import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Static, TSchema } from "typebox";
import type { Validator } from "typebox/compile";
import { ContentError } from "../errors/contentError.ts";

interface JsonFile<Schema extends TSchema> {
  contentDir: string;
  /** Name below the content folder. */
  name: string;
  validator: Validator<Record<never, never>, Schema>;
  /** A short right file, shown when the real one is wrong. */
  example: string;
}

/** Reads a JSON file of the content folder. @throws {ContentError} when it is missing, no JSON, or not of the schema. */
export async function readJsonFile<Schema extends TSchema>(file: JsonFile<Schema>): Promise<Static<Schema>> {
  const { contentDir, name, validator, example } = file;
  const fail = (place: string, problem: string) =>
    new ContentError({ file: `content/${name}`, place, problem, example });
  const text = await readFile(join(contentDir, name), "utf8").catch((error: Error) => {
    throw fail("", `The file can't be read (${error.message}).`);
  });
  const value = parse(text, (problem) => fail("", problem));
  if (validator.Check(value)) return value;
  const [first] = validator.Errors(value);
  throw fail(placeOf(first), `This ${describe(first)}.`);
}

function parse(text: string, fail: (problem: string) => ContentError): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fail(`Invalid JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
}

interface SchemaError {
  instancePath: string;
  message: string;
}

/** `/global-site-banner/paths/0` reads `global-site-banner.paths.0`. */
function placeOf(error: SchemaError | undefined): string {
  return error?.instancePath.slice(1).replaceAll("/", ".") ?? "";
}

function describe(error: SchemaError | undefined): string {
  // The validator's message for an unknown property.
  if (error?.message === "schema is false") return "is an unknown property";
  return error?.message ?? "is not valid";
}
