/** The valid value, or a readable validation error that names the property and what it must be. */
export type Checked<Value> = { value: Value } | { problem: string };

/** Describes the first of a validator's errors, such as `view.id must be string`. */
export function problemOf(errors: readonly { instancePath: string; message: string }[]): string {
  const [first] = errors;
  const place = first?.instancePath.slice(1).replaceAll("/", ".");
  return `${place || "it"} ${first?.message ?? "is not valid"}`;
}
