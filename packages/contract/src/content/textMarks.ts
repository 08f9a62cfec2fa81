/** Invisible characters of Unicode (U+2061 to U+2064): browsers draw nothing for them and break no line at them. Three are digits, one encloses a number. */
const DIGITS = ["\u2061", "\u2062", "\u2064"] as const;
const EDGE = "\u2063";
const MARK = /\u2063([\u2061\u2062\u2064]{1,9})\u2063/g;

/** A text that begins with an invisible mark, by which an editor's preview identifies the displayed field. */
export function markText(text: string, number: number): string {
  const digits = number.toString(DIGITS.length).replace(/\d/g, (digit) => DIGITS[Number(digit)] ?? "");
  return EDGE + digits + EDGE + text;
}

/** @returns the text without its marks, and their numbers in order. */
export function readMarks(marked: string): { text: string; numbers: number[] } {
  const numbers: number[] = [];
  const text = marked.replace(MARK, (_mark, digits: string) => {
    const number = [...digits].map((digit) => DIGITS.indexOf(digit as (typeof DIGITS)[number])).join("");
    numbers.push(Number.parseInt(number, DIGITS.length));
    return "";
  });
  return { text, numbers };
}
