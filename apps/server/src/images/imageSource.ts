import { readFile, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { ImageError } from "./imageError.ts";
import { fetchOriginal } from "./remoteOriginals.ts";

export interface ImageSources {
  /** Folder that local originals lie in; nothing outside it is read. */
  imagesDir: string;
  /** Hosts that originals may be fetched from, over https. */
  hosts: readonly string[];
  /** Folder that keeps what was fetched. */
  originalsDir: string;
}

/**
 * The original's bytes. Only files below `imagesDir` and https addresses on `hosts` are ever read.
 * @throws {ImageError}
 */
export function readSource(source: string, sources: ImageSources): Promise<Buffer> {
  const isAddress = /^[a-z][a-z\d+.-]*:/i.test(source) || source.startsWith("//");
  return isAddress ? readRemote(source, sources) : readLocal(source, sources.imagesDir);
}

async function readLocal(source: string, imagesDir: string): Promise<Buffer> {
  const missing = new ImageError("not_found", `content/images has no ${JSON.stringify(source)}.`);
  if (source.includes("\0") || source.includes("\\")) throw missing;
  // Links are followed before the comparison, so neither dots nor a link lead out of the folder.
  const root = await realpath(imagesDir).catch(() => null);
  const file = await realpath(join(imagesDir, source)).catch(() => null);
  if (!root || !file?.startsWith(root + sep)) throw missing;
  return readFile(file).catch(() => {
    throw missing;
  });
}

async function readRemote(source: string, { hosts, originalsDir }: ImageSources): Promise<Buffer> {
  const url = URL.canParse(source) ? new URL(source) : null;
  const isAllowed = url?.protocol === "https:" && hosts.includes(url.host) && !url.username && !url.password;
  if (!isAllowed) {
    throw new ImageError(
      "bad_request",
      "Images come from content/images or, over https, from a host named in IMAGE_HOSTS.",
    );
  }
  return fetchOriginal(url, originalsDir);
}
