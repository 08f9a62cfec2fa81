/** A position in a served script. */
export interface ScriptPlace {
  /** Name reported by the browser, minified; empty if there is none. */
  functionName: string;
  /** URL path of the script. */
  script: string;
  /** From 1. */
  line: number;
  column: number;
}

/** Line and column at the end of a frame, up to nine digits each; no script needs more. */
const POSITION = /:(\d{1,9}):(\d{1,9})$/;
/** Scheme and host of an absolute URL. */
const HOST = /https?:\/\/[^/@]+(?=\/)/;
/** Maximum length of a URL in characters. Our script URLs are much shorter, and anyone can send a stack. */
const MAX_WORD_LENGTH = 1000;

/**
 * Parses a stack line of Chromium (`at name (https://host/app.js:1:2)`) or of Firefox and Safari (`name@https://host/app.js:1:2`). Returns
 * null for a line without a script position. Runs in time linear to the line's length.
 */
export function parseFrame(text: string): ScriptPlace | null {
  const place = text.trimEnd().replace(/\)$/, "");
  const position = POSITION.exec(place);
  if (!position) return null;
  const before = place.slice(0, position.index);
  const word = lastWordOf(before);
  const address = word.length > MAX_WORD_LENGTH ? null : addressIn(word);
  if (!address) return null;
  return {
    functionName: functionNameIn(before.slice(0, before.length - word.length + address.start)),
    script: address.script,
    line: Number(position[1]),
    column: Number(position[2]),
  };
}

/** The script URL at the end of a word, with or without host and query. */
function addressIn(word: string): { start: number; script: string } | null {
  const slash = word.indexOf("/");
  if (slash === -1) return null;
  // Search after the slash only: names of private methods before the URL begin with #, too.
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
