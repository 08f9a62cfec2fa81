import { splitCodeSpans } from "./codeSpans.ts";

/** Tags of Word and other programs (`<o:p>`, `<st1:place w:st="on">`), and their markup for old browsers (`<![if …]>`, `<?xml … />`). */
const OFFICE_PATTERN =
  /<\/?(?:[a-z]|st\d):[a-z]\w*(?:\s[^<>]*)?\/?>|<!\[(?:if\s[^<>]*|endif)\]>|<\?xml[^<>]*>/gi;
/** Tags and URLs, in which tildes are not markup; or runs of tildes, which may be. */
const TILDES_PATTERN =
  /<[^<>]*>|\]\([^()\s]*\)|(?:https?:\/\/|www\.)[^\s<>]*|\\.|~{3,}|~(?=[^\s~])[^\s~]*(?:[^\S\n]+[^\s~]+)*~/gi;
const SINGLE_PATTERN = /^~[^~]*[^\\~]~$/;
const WORD_PATTERN = /[\p{L}\p{N}~]/u;

/**
 * Handles GitHub syntax missing in the parser: `~one tilde~` strikes through, three or more do not. Also removes tags of Word from pasted
 * text. Code within the line stays unchanged.
 */
export function rewriteInline(line: string): string {
  if (!/[~<]/.test(line)) return line;
  return splitCodeSpans(line)
    .map(({ text, isCode }) => (isCode ? text : rewriteTildes(text.replace(OFFICE_PATTERN, ""))))
    .join("");
}

function rewriteTildes(text: string): string {
  return text.replace(TILDES_PATTERN, (tildes, index: number) => {
    if (/^~{3}/.test(tildes)) return tildes.replaceAll("~", "\\~");
    if (!SINGLE_PATTERN.test(tildes)) return tildes;
    const isInWord =
      WORD_PATTERN.test(text[index - 1] ?? "") || WORD_PATTERN.test(text[index + tildes.length] ?? "");
    return isInWord ? tildes : `~${tildes}~`;
  });
}
