/** Names without letter case and separators. */
const NAMES: ReadonlySet<string> = new Set(["traits", "userid", "previousid"]);

/** Whether an event property identifies a person, judging by its name. */
export function namesPerson(property: string): boolean {
  return NAMES.has(property.toLowerCase().replace(/[^a-z]/g, ""));
}
