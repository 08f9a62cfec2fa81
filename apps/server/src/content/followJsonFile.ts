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
  /** Name below the content folder. */
  name: string;
  validator: Validator<Record<never, never>, Schema>;
  /** A short right file, shown when the real one is wrong. */
  example: string;
}

interface FollowedFile<Value> {
  contentDir: string;
  /** Name below the content folder. */
  name: string;
  /** Reads and checks the file. @throws {ContentError} */
  read(contentDir: string): Promise<Value>;
  log: Logger;
}

/** A content file as it is now. */
export interface Followed<Value> {
  values(): Value;
  /** Calls back after the file has changed for another right one. */
  onChange(listener: () => void): void;
  stop(): void;
}

/** Editors write a file in several steps; the last one counts. */
const SETTLE = 50;

/** Reads a content file and follows its changes. A later mistake in it is logged, and what was last right stays. @throws {ContentError} */
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
