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
/** A script's address within the last word before it. */
const ADDRESS = /(?:https?:\/\/[^/@]+)?(\/[^?#]*\.m?js)(?:[?#][^:]*)?$/;
/** No address of a script of ours is nearly as long, and stacks come from anybody. */
const LONGEST_WORD = 1000;

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
  const address = word.length > LONGEST_WORD ? null : ADDRESS.exec(word);
  const [, script] = address ?? [];
  if (!address || !script) return null;
  return {
    functionName: functionNameIn(before.slice(0, before.length - word.length + address.index)),
    script,
    line: Number(position[1]),
    column: Number(position[2]),
  };
}

/** What stands after the last space or bracket. */
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
