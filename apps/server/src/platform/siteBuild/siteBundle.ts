import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OpenSite, SiteAssets, SiteContent, SiteEntry } from "@marquee/contract";

/** The built site: its rendering code and the URLs of the files that its documents load. */
export interface SiteBundle {
  /** The site with its current content. */
  entry: SiteEntry;
  /** The site with other content, for previews. */
  open(content: SiteContent): Promise<SiteEntry>;
  assets: SiteAssets;
  /** Identifies the build by its files: two builds with the same files have the same name. */
  release: string;
  /** Whether hot reload is on. It needs inline styles and a second port, so documents are sent without Content-Security-Policy. */
  isDevelopment: boolean;
}

interface CurrentContent {
  values(): SiteContent;
}

interface ManifestChunk {
  file: string;
  src?: string;
}

/**
 * Loads the site of a build.
 * @param siteDir the build's folder `site`.
 * @param content the current content; read for each page.
 * @throws {Error} if the build is missing or incomplete.
 */
export async function loadSiteBundle(siteDir: string, content: CurrentContent): Promise<SiteBundle> {
  const clientDir = join(siteDir, "client");
  const manifest = JSON.parse(await readFile(join(clientDir, ".vite/manifest.json"), "utf8")) as Record<
    string,
    ManifestChunk
  >;
  const fileOf = (source: string): string => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The site's build has no ${source}. Run npm run build.`);
    return chunk.file;
  };
  const entryUrl = pathToFileURL(join(siteDir, "server/entry-server.js")).href;
  const { default: open } = (await import(entryUrl)) as { default: OpenSite };
  return {
    entry: await siteWithContent(async () => open, content),
    open: async (other) => open(other),
    assets: {
      bootScript: `/${fileOf("src/entry-boot.ts")}`,
      demoScript: `/${fileOf("src/entry-demo.tsx")}`,
      styles: {
        inline: JSON.parse(await readFile(join(siteDir, "server/pageStyles.json"), "utf8")),
        complete: `/${fileOf("src/styles.css")}`,
      },
      developmentScripts: [],
    },
    release: releaseOf(manifest),
    isDevelopment: false,
  };
}

/** The site with the current content: each page is rendered with the code and the content of that time. */
export async function siteWithContent(
  load: () => Promise<OpenSite>,
  content: CurrentContent,
): Promise<SiteEntry> {
  const open = async () => (await load())(content.values());
  const { listPages, listPageTexts, listImages, listPictures, listCardHosts } = await open();
  return {
    listPages,
    listPageTexts,
    listImages,
    listPictures,
    listCardHosts,
    renderPage: async (...parts) => (await open()).renderPage(...parts),
    describePage: async (page) => (await open()).describePage(page),
  };
}

/** A hash of the file names, which contain content hashes. */
function releaseOf(manifest: Record<string, ManifestChunk>): string {
  const names = Object.values(manifest).map(({ file }) => file);
  return createHash("sha256").update(names.toSorted().join("\n")).digest("hex").slice(0, 12);
}
