import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { ImageSize } from "@marquee/contract";
import type { Logger } from "pino";
import sharp from "sharp";

/** Pixels of every image below `content/images`, by its path there. What is no image is told and left out. */
export async function readImageSizes(contentDir: string, log: Logger): Promise<Map<string, ImageSize>> {
  const dir = join(contentDir, "images");
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = new Map<string, ImageSize>();
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith(".") || entry.name.endsWith(".md")) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(dir.length + 1).replaceAll(sep, "/");
    try {
      const { autoOrient } = await sharp(path).metadata();
      sizes.set(name, autoOrient);
    } catch (error) {
      log.warn(
        `content/images/${name}: This is no image (${error instanceof Error ? error.message : error}).`,
      );
    }
  }
  return sizes;
}
