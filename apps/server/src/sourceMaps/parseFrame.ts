/** A place in a script that was served. */
export interface ScriptPlace {
  /** As the browser names it, minified; empty where it names none. */
  functionName: string;
  /** Path of the script, without its host. */
  script: string;
  /** From 1. */
  line: number;
  column: number;
}

/** A line and a column at the end; no script has more digits of either. */
const POSITION = /:(\d{1,9}):(\d{1,9})$/;
/** Scheme and host of an absolute address. */
const HOST = /https?:\/\/[^/@]+(?=\/)/;
/** Our script URLs are much shorter, and stacks come from anyone. */
const MAX_WORD = 1000;

/**
 * A line of a stack as Chromium writes it (`at name (https://host/app.js:1:2)`) or Firefox and Safari do
 * (`name@https://host/app.js:1:2`); null for one that names no place in a script. Takes time in proportion to the line's length.
 */
export function parseFrame(text: string): ScriptPlace | null {
  const place = text.trimEnd().replace(/\)$/, "");
  const position = POSITION.exec(place);
  if (!position) return null;
  const before = place.slice(0, position.index);
  const word = lastWordOf(before);
  const address = word.length > MAX_WORD ? null : addressIn(word);
  if (!address) return null;
  return {
    functionName: functionNameIn(before.slice(0, before.length - word.length + address.start)),
    script: address.script,
    line: Number(position[1]),
    column: Number(position[2]),
  };
}

/** A script's address at the end of a word, with or without host and query. */
function addressIn(word: string): { start: number; script: string } | null {
  const slash = word.indexOf("/");
  if (slash === -1) return null;
  // Before the address, names of private methods begin with # too.
  const length = slash + (/^[^?#]*/.exec(word.slice(slash))?.[0].length ?? 0);
  const path = word.slice(0, length);
  if (!/\.m?js$/.test(path) || word.includes(":", length)) return null;
  const host = HOST.exec(path);
  return host && host.index < slash
    ? { start: host.index, script: path.slice(host.index + host[0].length) }
    : { start: slash, script: path.slice(slash) };
}

/** The part after the last space or bracket. */
function lastWordOf(text: string): string {
  return text.split(/[\s()]/).at(-1) ?? "";
}

function functionNameIn(before: string): string {
  return before
    .trim()
    .replace(/[(@]$/, "")
    .trim()
    .replace(/^at\s+|^at$/, "")
    .replace(/^async\s+/, "")
    .trim();
}
