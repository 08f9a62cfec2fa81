const LONGEST = 60;

/** Keys that the console's own addresses take: `/experiments/new` is the form. */
const TAKEN = new Set(["new"]);

/** What a key must look like. */
const KEY = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** Letters that are more than another one with a mark. */
const SPELLED: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l" };

/** A key that says what a name says, in small letters, digits and hyphens; empty where the name has none of them. */
export function keyFromName(name: string): string {
  const key = name
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđł]/g, (letter) => SPELLED[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
  return TAKEN.has(key) ? `${key}-experiment` : key;
}

/** What is wrong with a key, for its field; empty for nothing, and while nothing is typed. */
export function keyProblem(key: string): string {
  if (key !== "" && !KEY.test(key)) {
    return key.length > LONGEST
      ? `Key: ${LONGEST} characters at most.`
      : "Key: small letters, digits and dashes, beginning with a letter or digit.";
  }
  return TAKEN.has(key) ? `The console itself uses “${key}”; choose another key.` : "";
}
