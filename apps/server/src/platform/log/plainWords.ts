const MAX_WORDS = 30;
const MAX_WORD_LENGTH = 40;
const MAX_DIGITS = 4;
/** Shorter than every token. The message is cut at words of this length with a digit. */
const TOKEN_LENGTH = 16;
const REST = "…";

/** The code that Node's messages about files and connections start with. */
const SYSTEM_CODE = /^E[A-Z0-9_]{2,30}:$/;
/** Letters and digits, joined by a few signs, with the punctuation of prose around them. */
const WORD = /^\(?[\p{L}\p{N}_]+(?:['’.-][\p{L}\p{N}_]+|\/\p{L}+)*\)?[.,;!?)]*$/u;
const DASH = /^[–—…-]$/;

/**
 * The start of a message, up to anything that may be a value: a colon, a quotation mark, a bracket, an address, a long number, a token, or the next
 * line. Libraries quote values, or put them after a colon. The cut is shown as an ellipsis. Idempotent.
 */
export function plainWords(text: string): string {
  const [line = "", ...moreLines] = text.trim().split(/[\r\n\u2028\u2029]/);
  const words = line.split(/\s+/).filter(Boolean);
  const plain: string[] = [];
  for (const word of words.slice(0, MAX_WORDS)) {
    if (isPlain(word) || (plain.length === 0 && SYSTEM_CODE.test(word))) {
      plain.push(word);
      continue;
    }
    const subject = word.endsWith(":") ? word.slice(0, -1) : "";
    if (isPlain(subject)) plain.push(subject);
    return [...plain, REST].join(" ");
  }
  return words.length > MAX_WORDS || moreLines.length > 0 ? [...plain, REST].join(" ") : plain.join(" ");
}

function isPlain(word: string): boolean {
  if (DASH.test(word)) return true;
  if (word.length > MAX_WORD_LENGTH || !WORD.test(word)) return false;
  const digits = word.replace(/\P{N}/gu, "").length;
  return digits <= MAX_DIGITS && (digits === 0 || word.length < TOKEN_LENGTH);
}
