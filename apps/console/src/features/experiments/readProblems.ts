/** An error message of the server for one field of the definition, such as `variations.1.value`. */
export interface PlacedProblem {
  place: string;
  text: string;
}

const FIELDS =
  "key|name|hypothesis|kind|flag|page|variations|targeting|coverage|metrics|minimumEffect|variation";
const PLACE = new RegExp(`(?:^|(?<=[.;] ))((?:${FIELDS})(?:\\.[^\\s:]+)*): `, "g");

/** The error without field names, for dialogs that have no such fields. */
export function withoutPlaces(error: Error | null): Error | null {
  const { placed, rest } = readProblems(error?.message ?? "");
  return placed.length === 0
    ? error
    : new Error([rest, ...placed.map(({ text }) => text)].filter(Boolean).join(" "));
}

/** Parses the server's error message: `field: text` pairs. The text before the first field is the rest. */
export function readProblems(message: string): { placed: PlacedProblem[]; rest: string } {
  const matches = [...message.matchAll(PLACE)];
  const placed = matches.map((match, index) => ({
    place: match[1] ?? "",
    text: message.slice(match.index + match[0].length, matches[index + 1]?.index).trim(),
  }));
  return { placed, rest: message.slice(0, matches[0]?.index).trim() };
}
