import { existsSync } from "node:fs";
import { join } from "node:path";
import { type IncludedRevision, IncludedRevisionSchema } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { Compile } from "typebox/compile";
import { type Followed, followContent } from "./followContent.ts";
import { readJsonFile } from "./readJsonFile.ts";

/** Written by `npm run content -- pull`. */
export const INCLUDED_FILE = "published.json";
const EXAMPLE = `{ "revision": 12, "id": "3f0c…" }`;
const validator = Compile(IncludedRevisionSchema);

/**
 * Reads which revision the files include, and follows its changes. If someone edits a field in a file after that revision was pulled, the file
 * takes precedence over the older revision; a later revision of the field takes precedence over the file. This way, instances with older and
 * newer files serve the same content during a rolling deployment.
 * @throws {ContentError} if the file is invalid at the start.
 */
export function followIncludedRevision(options: {
  contentDir: string;
  log: Logger;
}): Promise<Followed<IncludedRevision | null>> {
  return followContent({ ...options, isPart: (path) => path === INCLUDED_FILE, read: readIncludedRevision });
}

/** @returns null if nothing was pulled yet. @throws {ContentError} if the file is invalid. */
export async function readIncludedRevision(contentDir: string): Promise<IncludedRevision | null> {
  if (!existsSync(join(contentDir, INCLUDED_FILE))) return null;
  return readJsonFile({ contentDir, name: INCLUDED_FILE, validator, example: EXAMPLE });
}
