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
  /** Path in the content folder. */
  name: string;
  validator: Validator<Record<never, never>, Schema>;
  /** A short correct file, shown in errors. */
  example: string;
}

interface FollowOptions<Value> {
  contentDir: string;
  /** Whether a file belongs to the values, by its path below the content folder. */
  isPart(path: string): boolean;
  /** Reads and validates the files. @throws {ContentError} */
  read(contentDir: string): Promise<Value>;
  log: Logger;
}

/** The current values of content files. */
export interface Followed<Value> {
  values(): Value;
  /** Calls `listener` after each change to other valid values. */
  onChange(listener: () => void): void;
  stop(): void;
}

/** Milliseconds to wait after a change, because editors save a file in several steps. */
const SETTLE = 80;

/**
 * Reads values from content files and watches these for changes. If later values are invalid, the error is logged and the last valid ones stay.
 * @throws {ContentError} if they are invalid at the start.
 */
export async function followContent<Value>(options: FollowOptions<Value>): Promise<Followed<Value>> {
  const { contentDir, isPart, read, log } = options;
  let values = await read(contentDir);
  const listeners: (() => void)[] = [];
  const stop = watchContent({
    contentDir,
    isPart,
    log,
    async onChange() {
      values = await read(contentDir);
      for (const listener of listeners) listener();
    },
  });
  return { values: () => values, onChange: (listener) => listeners.push(listener), stop };
}

interface WatchOptions extends Pick<FollowOptions<unknown>, "contentDir" | "isPart" | "log"> {
  /** Called once changes have settled. Calls never overlap. What it throws is logged. */
  onChange(): Promise<void>;
}

/** Watches the content folder. @returns a function that stops watching. */
export function watchContent({ contentDir, isPart, log, onChange }: WatchOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let reading = Promise.resolve();
  const readNext = () => {
    reading = reading.then(onChange).catch((error: unknown) => {
      if (error instanceof ContentError) log.error(error.message);
      else log.error({ err: error }, "Failed to read changed content.");
    });
  };
  const watcher = watch(contentDir, { recursive: true }, (_event, path) => {
    if (!path || !isPart(path)) return;
    clearTimeout(timer);
    timer = setTimeout(readNext, SETTLE);
  });
  watcher.on("error", (error) => log.error({ err: error }, "Content changes are no longer watched."));
  return () => {
    clearTimeout(timer);
    watcher.close();
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
