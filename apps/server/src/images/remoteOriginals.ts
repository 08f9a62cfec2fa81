import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import { writeWhole } from "../storage/writeWhole.ts";
import { ImageError } from "./imageError.ts";

const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT = 10 * ONE_SECOND;
/** An original is asked for again after this long; when its host is away, the kept one goes on. */
const MAX_AGE = ONE_DAY;

/** The bytes at `url`, whose host the caller has allowed; kept in `dir`. @throws {ImageError} bad_source */
export async function fetchOriginal(url: URL, dir: string): Promise<Buffer> {
  const file = join(dir, createHash("sha256").update(url.href).digest("hex"));
  const age = await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  if (age < MAX_AGE) return readFile(file);
  const fetched = await download(url);
  if (fetched) await writeWhole(file, fetched);
  else if (!Number.isFinite(age))
    throw new ImageError("bad_source", `${url.host} gave no file of at most 20 MB.`);
  return fetched ?? readFile(file);
}

/** @returns null when it does not come, whole and in time. */
async function download(url: URL): Promise<Buffer | null> {
  try {
    // A redirect could lead to a host that nobody allowed.
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT) });
    return response.ok && response.body ? await readBounded(response.body) : null;
  } catch {
    return null;
  }
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
