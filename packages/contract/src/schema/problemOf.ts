/** A readable validation error: names the property and what it must be. */
export type Checked<Value> = { value: Value } | { problem: string };

/** Says the first of a validator's errors. */
export function problemOf(errors: readonly { instancePath: string; message: string }[]): string {
  const [first] = errors;
  const place = first?.instancePath.slice(1).replaceAll("/", ".");
  return `${place || "it"} ${first?.message ?? "is not valid"}`;
}
