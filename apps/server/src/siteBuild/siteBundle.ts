import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SiteAssets, SiteEntry } from "@marquee/contract";

/** The built site: its rendering code and the URLs of the files that its documents load. */
export interface SiteBundle {
  entry: SiteEntry;
  assets: SiteAssets;
  /** Identifies the build by its files: two builds with the same files have the same name. */
  release: string;
  /** Whether hot reload is on. It needs inline styles and a second port, so documents are sent without Content-Security-Policy. */
  isDevelopment: boolean;
}

interface ManifestChunk {
  file: string;
  src?: string;
}

/**
 * Loads the output of `npm run build` for `apps/site`.
 * @param distDir path of `apps/site/dist`.
 * @throws {Error} if the build is missing or incomplete.
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
      styles: {
        inline: JSON.parse(await readFile(join(distDir, "server/pageStyles.json"), "utf8")),
        complete: `/${fileOf("src/styles.css")}`,
      },
      developmentScripts: [],
    },
    release: releaseOf(manifest),
    isDevelopment: false,
  };
}

/** A hash of the file names, which contain content hashes. */
function releaseOf(manifest: Record<string, ManifestChunk>): string {
  const names = Object.values(manifest).map(({ file }) => file);
  return createHash("sha256").update(names.toSorted().join("\n")).digest("hex").slice(0, 12);
}
