import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SiteAssets, SiteEntry } from "@marquee/contract";

/** The site as the server needs it: code that renders, and the addresses of what its documents load. */
export interface SiteBundle {
  entry: SiteEntry;
  assets: SiteAssets;
  /** Address of the font worth asking for before the document is parsed, or null. */
  preloadFont: string | null;
  /** Names the build by its files: two builds of the same are one release. */
  release: string;
  /** Hot reload needs inline styles and a second port, so documents go out without their Content-Security-Policy. */
  isDevelopment: boolean;
}

interface ManifestChunk {
  file: string;
  src?: string;
}

/**
 * Loads what `npm run build` made of `apps/site`.
 * @param distDir `apps/site/dist`.
 * @throws when it is missing or incomplete.
 */
export async function loadSiteBundle(distDir: string): Promise<SiteBundle> {
  const clientDir = join(distDir, "client");
  const manifest = JSON.parse(await readFile(join(clientDir, ".vite/manifest.json"), "utf8")) as Record<
    string,
    ManifestChunk
  >;
  const fileOf = (source: string): string => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The site's build has no ${source}. Run npm run build.`);
    return chunk.file;
  };
  const entryUrl = pathToFileURL(join(distDir, "server/entry-server.js")).href;
  const { default: entry } = (await import(entryUrl)) as { default: SiteEntry };
  return {
    entry,
    assets: {
      bootScript: `/${fileOf("src/entry-boot.ts")}`,
      demoScript: `/${fileOf("src/entry-demo.tsx")}`,
      styles: { inline: (await readFile(join(clientDir, fileOf("src/styles.css")), "utf8")).trim() },
      developmentScripts: [],
    },
    preloadFont: preloadedFont(manifest),
    release: releaseOf(manifest),
    isDevelopment: false,
  };
}

/** The text font: it sets most of the first screen. Its display companion may arrive a moment later. */
function preloadedFont(manifest: Record<string, ManifestChunk>): string | null {
  const font = Object.entries(manifest).find(
    ([source]) => source.includes("instrument-sans-latin-") && source.endsWith("normal.woff2"),
  );
  return font ? `/${font[1].file}` : null;
}

/** Build files have a content hash in their name. */
function releaseOf(manifest: Record<string, ManifestChunk>): string {
  const names = Object.values(manifest).map(({ file }) => file);
  return createHash("sha256").update(names.toSorted().join("\n")).digest("hex").slice(0, 12);
}
