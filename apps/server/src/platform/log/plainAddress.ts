/** Too short for a token or a hash. */
const PART = /^[\w.-]{0,31}$/;

/** A path without its query, and without parts that may be a token. */
export function plainAddress(address: string): string {
  const [path = ""] = address.split(/[?#]/, 1);
  return path
    .split("/")
    .map((part) => (PART.test(part) ? part : "…"))
    .join("/");
}
