import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Static, TSchema } from "typebox";
import type { Validator } from "typebox/compile";
import { ContentError } from "../errors/contentError.ts";
import { schemaProblem } from "./schemaProblem.ts";

interface JsonFile<Schema extends TSchema> {
  contentDir: string;
  /** File name in the content folder. */
  name: string;
  validator: Validator<Record<never, never>, Schema>;
  /** A short correct file, shown in errors. */
  example: string;
}

interface FollowedFile<Value> {
  contentDir: string;
  /** File name in the content folder. */
  name: string;
  /** Reads and validates the file. @throws {ContentError} */
  read(contentDir: string): Promise<Value>;
  log: Logger;
}

/** The current values of a content file. */
export interface Followed<Value> {
  values(): Value;
  /** Calls `listener` after each change to another valid file. */
  onChange(listener: () => void): void;
  stop(): void;
}

/** Milliseconds to wait after a change, because editors save a file in several steps. */
const SETTLE = 50;

/**
 * Reads a content file and watches it for changes. If a later version is invalid, the error is logged and the last
 * valid values stay.
 * @throws {ContentError} if the file is invalid at the start.
 */
export async function followJsonFile<Value>(file: FollowedFile<Value>): Promise<Followed<Value>> {
  const { contentDir, name, read, log } = file;
  let values = await read(contentDir);
  const listeners: (() => void)[] = [];
  const reload = async () => {
    try {
      values = await read(contentDir);
      for (const listener of listeners) listener();
    } catch (error) {
      log.error(error instanceof Error ? error.message : String(error));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(contentDir, (_event, changed) => {
    if (changed !== name) return;
    clearTimeout(timer);
    timer = setTimeout(reload, SETTLE);
  });
  return {
    values: () => values,
    onChange: (listener) => listeners.push(listener),
    stop() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

/** Reads a JSON file from the content folder. @throws {ContentError} if it is missing, invalid JSON, or does not match the schema. */
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
  const { place, problem } = schemaProblem(first);
  throw fail(place, problem);
}

function parse(text: string, fail: (problem: string) => ContentError): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fail(`Invalid JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
}
