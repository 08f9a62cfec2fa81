/** Ways in which code names a function, at the beginning of a line. */
const NAMED = [
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function(?:\s*\*)?\s*([\w$]+)/,
  /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]*)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)?|[\w$]+\s*=>)/,
  /^(?:(?:public|private|static|async|get|set)\s+)*([\w$]+)\s*(?:=\s*)?\([^;]*[{,(>]\s*$/,
  /^([\w$]+)\s*:\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*(?::[^=]*)?=>)/,
];
const NO_NAMES = new Set(["if", "for", "while", "switch", "catch", "return", "await", "function", "super"]);

/**
 * Name of the function around a line of well-indented code, derived from the indentation of the lines before;
 * null if none has a name. A source map has the position of a token, but not its context.
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
