import { createHash } from "node:crypto";
import { isJsonList, type Json } from "@marquee/contract";

/** JSON with the members of each object in the order of their names' UTF-16 code units (as in RFC 8785), so that equal values have equal texts. */
function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isJsonList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`);
  return `{${members.join(",")}}`;
}

const hashes = new WeakMap<object, string>();

/** SHA-256 of a value as canonical JSON, hex. An object must not change later, because its hash is cached. */
export function contentHash(value: Json): string {
  const cached = typeof value === "object" && value !== null ? hashes.get(value) : undefined;
  if (cached !== undefined) return cached;
  const hash = createHash("sha256").update(canonicalJson(value)).digest("hex");
  if (typeof value === "object" && value !== null) hashes.set(value, hash);
  return hash;
}
