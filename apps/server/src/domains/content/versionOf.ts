import { createHash } from "node:crypto";
import { LOCALES, type SiteContent } from "@marquee/contract";

type Unversioned = Omit<SiteContent, "version"> & Partial<SiteContent>;

/** Identifies content in URLs: a hash of everything in it. */
export function versionOf({ version: _version, copy, images, ...parts }: Unversioned): string {
  const hash = createHash("sha256");
  for (const [name, part] of Object.entries(parts).sort()) hash.update(`${name} ${partHash(part)}`);
  for (const locale of LOCALES)
    for (const [name, text] of Object.entries(copy[locale] ?? {}))
      hash.update(`${locale}/${name} ${partHash(text)}`);
  for (const [path, image] of Object.entries(images)) hash.update(`${path} ${partHash(image)}`);
  return hash.digest("hex").slice(0, 16);
}

const partHashes = new WeakMap<object, string>();

/** SHA-256 of a part of the content, which is immutable. */
function partHash(part: unknown): string {
  const remembered = typeof part === "object" && part !== null ? partHashes.get(part) : undefined;
  if (remembered !== undefined) return remembered;
  const hash = createHash("sha256").update(JSON.stringify(part)).digest("hex");
  if (typeof part === "object" && part !== null) partHashes.set(part, hash);
  return hash;
}
