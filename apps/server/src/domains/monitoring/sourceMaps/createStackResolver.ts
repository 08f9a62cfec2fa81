import { originalPositionFor, sourceContentFor, TraceMap } from "@jridgewell/trace-mapping";
import { cutText, type Milliseconds, ONE_MINUTE } from "@marquee/contract";
import type { SourceLine, SourcePlace, StackLine } from "@marquee/contract/schema";
import QuickLRU from "quick-lru";
import type { ArchiveStore } from "../../archive/archiveStore.ts";
import { mapAddress } from "../../archive/mapAddress.ts";
import { parseFrame, type ScriptPlace } from "./parseFrame.ts";

/** Patterns of a line that begins a named function, with its name as first group. */
const NAMED = [
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function(?:\s*\*)?\s*([\w$]+)/,
  /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]*)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)?|[\w$]+\s*=>)/,
  /^(?:(?:public|private|static|async|get|set)\s+)*([\w$]+)\s*(?:=\s*)?\([^;]*[{,(>]\s*$/,
  /^([\w$]+)\s*:\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*(?::[^=]*)?=>)/,
];

const NO_NAMES = new Set(["if", "for", "while", "switch", "catch", "return", "await", "function", "super"]);

/** Resolves stack traces with the source maps in the archive. */
export interface StackResolver {
  /** The lines of a stack, up to {@link MAX_LINES}; `source` is null where no source map resolves the line. */
  lines(stack: string): Promise<StackLine[]>;
  /** Source position of the innermost line that names a script; null if no source map resolves it. */
  innermost(stack: string): Promise<SourceLine | null>;
}

/** Cached source maps. The parsed map of a large script takes several megabytes. */
const MAX_MAPS = 30;
/** How long a missing map is cached. Short, because the map of a new release may arrive a moment after the script. */
const MISSING_LIFETIME: Milliseconds = ONE_MINUTE;
/** Lines beyond these are usually framework code. */
const MAX_LINES = 50;
/** Source lines included before and after the resolved line. */
const CONTEXT = 3;
const MAX_LINE_LENGTH = 200;

export function createStackResolver(store: Pick<ArchiveStore, "readFile">, now: () => number): StackResolver {
  const maps = new QuickLRU<string, TraceMap | null>({ maxSize: MAX_MAPS });

  async function mapOf(script: string): Promise<TraceMap | null> {
    const cached = maps.get(script);
    if (cached !== undefined) return cached;
    const file = await store.readFile(mapAddress(script), now());
    const map = file && parseMap(file.body.toString());
    maps.set(script, map, map ? {} : { maxAge: MISSING_LIFETIME });
    return map;
  }

  async function resolve(place: ScriptPlace | null): Promise<SourcePlace | null> {
    const map = place && (await mapOf(place.script));
    return place && map ? sourceOf(map, place) : null;
  }

  return {
    async lines(stack) {
      const lines: StackLine[] = [];
      for (const text of textsOf(stack)) lines.push({ text, source: await resolve(parseFrame(text)) });
      return lines;
    },
    async innermost(stack) {
      for (const text of textsOf(stack)) {
        const place = parseFrame(text);
        if (place) return withoutContext(await resolve(place));
      }
      return null;
    },
  };
}

/** Returns null for an invalid source map, so that the line stays as the browser reported it. */
function parseMap(text: string): TraceMap | null {
  try {
    return new TraceMap(text);
  } catch {
    return null;
  }
}

function textsOf(stack: string): string[] {
  return stack.split("\n").slice(0, MAX_LINES);
}

/** Browsers count columns from 1, source maps from 0. */
function sourceOf(map: TraceMap, { line, column, functionName }: ScriptPlace): SourcePlace | null {
  const original = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
  if (original.source === null) return null;
  const source = sourceContentFor(map, original.source)?.split("\n") ?? [];
  return {
    file: original.source.replace(/^(?:\.\.?\/)+/, ""),
    line: original.line,
    column: original.column + 1,
    functionName: enclosingFunction(source, original.line) ?? functionName,
    context: contextOf(source, original.line),
  };
}

function withoutContext(place: SourcePlace | null): SourceLine | null {
  if (!place) return null;
  const { context: _context, ...line } = place;
  return line;
}

function contextOf(source: readonly string[], line: number): SourcePlace["context"] {
  const first = Math.max(1, line - CONTEXT);
  return source
    .slice(first - 1, line + CONTEXT)
    .map((text, index) => ({ line: first + index, text: cutText(text, MAX_LINE_LENGTH) }));
}

/**
 * Name of the function around a line of well-indented code, derived from the indentation of the lines before; null if none has a name.
 * A source map has the position of a token, but not its context.
 * @param line from 1.
 */
export function enclosingFunction(source: readonly string[], line: number): string | null {
  let indent = indentOf(source[line - 1] ?? "") + 1;
  for (let index = line - 1; index >= 0 && indent > 0; index -= 1) {
    const text = source[index] ?? "";
    if (text.trim() === "" || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    const name = nameIn(text.trim());
    if (name) return name;
  }
  return null;
}

function nameIn(text: string): string | null {
  for (const pattern of NAMED) {
    const name = pattern.exec(text)?.[1];
    if (name && !NO_NAMES.has(name)) return name;
  }
  return null;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
