import { type CSSToken, TokenType, tokenize } from "@csstools/css-tokenizer";
import { ARCHIVE_PATH, type ArchiveMoment, archiveAddress } from "@marquee/contract";

/** Functions whose string arguments are URLs. `image-set` and `src` are fetched like `url` (CSS Images 4, CSS Values 5). */
const FETCHING = new Set([
  "url",
  "src",
  "image",
  "image-set",
  "-webkit-image-set",
  "cross-fade",
  "-webkit-cross-fade",
]);
/** Properties that display their strings. Any other string can become a URL through a variable. */
const SHOWING = new Set(["content", "quotes"]);
/** Functions that pass a string on to their property. */
const PASSING = new Set(["var", "if", "counters", "symbols"]);
/** Characters that need no quotes in `url()`. */
const UNQUOTED = /^[\w./:?=&%#~+-]+$/;
/** Browsers remove these characters from a URL before they parse it (URL, section 4.4). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the standard lists these characters.
const IGNORED = /^[\u0000- ]+|[\t\n\r]/g;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const NETWORK_SCHEME = /^(?:https?|wss?|ftp|file|blob|filesystem):/i;
const BLOCKED_URL = "about:invalid";

interface Block {
  closer: TokenType;
  /** Name of the function in lowercase, "" for plain parentheses; null for brackets and braces. */
  name: string | null;
}

/**
 * Rewrites URLs in CSS: those of the recorded site point to the archive, others to nothing. Other text is kept as is. Tokenizes the text as browsers
 * do,
 * so escapes hide nothing, in linear time.
 * @param property the property whose value the text is; null for rules and declarations.
 */
export function sanitizeCssAddresses(
  css: string,
  moment: ArchiveMoment,
  property: string | null = null,
): string {
  return rewriteTokens(tokenize({ css }), moment, property).join("");
}

/** Does the same for a style sheet or part of one, and closes all open blocks, so that text after it starts a new rule. */
export function sanitizeSheetAddresses(css: string, moment: ArchiveMoment): string {
  const tokens = tokenize({ css });
  while (tokens.length > 0 && isTruncated(tokens.at(-1))) tokens.pop();
  return rewriteTokens(tokens, moment, null).join("") + closersOf(tokens);
}

function rewriteTokens(
  tokens: readonly CSSToken[],
  moment: ArchiveMoment,
  initialProperty: string | null,
): string[] {
  const blocks: Block[] = [];
  let property = initialProperty;
  let name: string | null = null;
  let atRule: string | null = null;
  /** Number of open blocks whose strings don't belong to the property. */
  let holding = 0;
  return tokens.map((token) => {
    const [type, raw] = token;
    const isImport = atRule === "import";
    if (type === TokenType.URL)
      return atRule === "namespace" ? raw : rewriteUrl(raw, token[4].value, moment, isImport);
    if (type === TokenType.BadURL) return `url("${BLOCKED_URL}")`;
    if (type === TokenType.BadString) return quote(BLOCKED_URL);
    if (type === TokenType.String) {
      if (atRule === "namespace") return raw;
      const isAddress = (isImport && blocks.length === 0) || FETCHING.has(blocks.at(-1)?.name ?? "");
      if (isAddress)
        return rewriteString(raw, token[4].value, (value) => safeAddress(value, moment, isImport));
      const isShown = SHOWING.has(property ?? "") && holding === 0;
      const isInSelector = blocks.at(-1)?.closer === TokenType.CloseSquare;
      return isShown || isInSelector
        ? raw
        : rewriteString(raw, token[4].value, (value) => safeText(value, moment));
    }
    if (type === TokenType.Ident) name = token[4].value.toLowerCase();
    else if (type === TokenType.Colon) {
      if (blocks.at(-1)?.name == null && name !== null) property = name;
    } else if (type === TokenType.AtKeyword) atRule = token[4].value.toLowerCase();
    else if (type !== TokenType.Whitespace && type !== TokenType.Comment) name = null;
    const block = blockOf(token);
    if (block) {
      blocks.push(block);
      if (!passesOn(block)) holding += 1;
    } else if (blocks.at(-1)?.closer === type) {
      const closed = blocks.pop();
      if (closed && !passesOn(closed)) holding -= 1;
    }
    if (type === TokenType.Semicolon || type === TokenType.OpenCurly || type === TokenType.CloseCurly) {
      property = null;
      atRule = null;
    }
    return raw;
  });
}

function blockOf(token: CSSToken): Block | null {
  if (token[0] === TokenType.Function)
    return { closer: TokenType.CloseParen, name: token[4].value.toLowerCase() };
  if (token[0] === TokenType.OpenParen) return { closer: TokenType.CloseParen, name: "" };
  if (token[0] === TokenType.OpenSquare) return { closer: TokenType.CloseSquare, name: null };
  return token[0] === TokenType.OpenCurly ? { closer: TokenType.CloseCurly, name: null } : null;
}

function passesOn({ closer, name }: Block): boolean {
  return closer === TokenType.CloseCurly || PASSING.has(name ?? "");
}

function rewriteUrl(raw: string, value: string, moment: ArchiveMoment, isImport: boolean): string {
  const safe = safeAddress(value, moment, isImport);
  if (safe === value) return raw;
  return UNQUOTED.test(safe) && safe !== BLOCKED_URL ? `url(${safe})` : `url(${quote(safe)})`;
}

function rewriteString(raw: string, value: string, rewrite: (value: string) => string): string {
  const safe = rewrite(value);
  return safe === value ? raw : quote(safe, raw.startsWith("'") ? "'" : '"');
}

/**
 * A URL that loads from the archive or nothing.
 * @param isImport whether a style sheet is fetched. A data URL could then import further URLs.
 */
function safeAddress(address: string, moment: ArchiveMoment, isImport: boolean): string {
  const read = address.replace(IGNORED, "");
  if (/^data:/i.test(read)) return isImport ? BLOCKED_URL : address;
  const archived = archiveAddress(read, moment);
  if (archived.startsWith(`${ARCHIVE_PATH}/`)) return archived;
  return SCHEME.test(read) || /^[\\/]{2}/.test(read) ? BLOCKED_URL : address;
}

/** A string that may be a URL or plain text. Changed only if it names a host. */
function safeText(text: string, moment: ArchiveMoment): string {
  const read = text.replace(IGNORED, "");
  return NETWORK_SCHEME.test(read) || /^[\\/]{2}./.test(read) ? safeAddress(text, moment, true) : text;
}

/** Quotes a string. Only these characters end or change one (CSS Syntax 3, section 4.3.5). */
function quote(value: string, mark = '"'): string {
  const escaped = value.replace(/["'\\\n\r\f\0]/g, (each) => `\\${each.charCodeAt(0).toString(16)} `);
  return mark + escaped + mark;
}

/** Whether the text ended within the token. */
function isTruncated(token: CSSToken | undefined): boolean {
  if (!token || token[0] === TokenType.EOF) return token !== undefined;
  const [type, raw] = token;
  if (raw.endsWith("\\")) return true;
  if (type === TokenType.Comment) return raw.length < 4 || !raw.endsWith("*/");
  if (type === TokenType.String) return raw.length < 2 || !endsWith(raw, raw.charAt(0));
  return (type === TokenType.URL || type === TokenType.BadURL) && !endsWith(raw, ")");
}

/** Whether the text ends with an unescaped `mark`. */
function endsWith(raw: string, mark: string): boolean {
  let start = raw.length - 1;
  while (raw[start - 1] === "\\") start -= 1;
  return raw.endsWith(mark) && (raw.length - 1 - start) % 2 === 0;
}

function closersOf(tokens: readonly CSSToken[]): string {
  const open: string[] = [];
  let isAtRule = false;
  let isBetweenRules = true;
  for (const token of tokens) {
    const [type] = token;
    if (type === TokenType.Whitespace || type === TokenType.Comment) continue;
    if (isBetweenRules) isAtRule = type === TokenType.AtKeyword;
    const closer = blockOf(token)?.closer.charAt(0);
    if (closer) open.push(closer);
    else if (open.at(-1) === type.charAt(0)) open.pop();
    isBetweenRules =
      open.length === 0 && (type === TokenType.CloseCurly || (isAtRule && type === TokenType.Semicolon));
  }
  if (isBetweenRules) return "";
  const endsInBraces = open[0] === "}";
  return open.reverse().join("") + (endsInBraces ? "" : isAtRule ? ";" : "{}");
}
