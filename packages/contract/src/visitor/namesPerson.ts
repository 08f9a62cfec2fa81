/** Without letter case and separators. */
const NAMES: ReadonlySet<string> = new Set(["traits", "userid", "previousid"]);

/** Whether a property of events says who somebody is, going by its name. */
export function namesPerson(property: string): boolean {
  return NAMES.has(property.toLowerCase().replace(/[^a-z]/g, ""));
}
