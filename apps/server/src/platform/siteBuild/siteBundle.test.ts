import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { minimalSite } from "../../testing/minimalSite.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { loadSiteBundle } from "./siteBundle.ts";

const FILES = {
  "src/entry-boot.ts": { file: "assets/boot-1.js" },
  "src/entry-demo.tsx": { file: "assets/demo-1.js" },
  "src/styles.css": { file: "assets/styles-1.css" },
};

/** Loads a build in Vite's layout with this manifest. */
async function load(manifest: Record<string, { file: string }>) {
  const dir = temporaryDir();
  await mkdir(join(dir, "client/.vite"), { recursive: true });
  await mkdir(join(dir, "server"));
  await writeFile(join(dir, "client/.vite/manifest.json"), JSON.stringify(manifest));
  await writeFile(join(dir, "server/entry-server.js"), "export default () => ({});");
  await writeFile(join(dir, "server/pageStyles.json"), JSON.stringify({ home: "a{}" }));
  return loadSiteBundle(dir, minimalSite.siteContent);
}

describe("loadSiteBundle", () => {
  it("derives the release name from its files, in any order", async () => {
    const { release, assets } = await load(FILES);
    expect(release).toMatch(/^[0-9a-f]{12}$/);
    const styles = { inline: { home: "a{}" }, complete: "/assets/styles-1.css" };
    expect(assets).toMatchObject({ bootScript: "/assets/boot-1.js", styles });
    expect((await load(Object.fromEntries(Object.entries(FILES).toReversed()))).release).toBe(release);
    const later = { ...FILES, "src/entry-demo.tsx": { file: "assets/demo-2.js" } };
    expect((await load(later)).release).not.toBe(release);
  });

  it("names the missing file of an incomplete build", async () => {
    await expect(load({})).rejects.toThrow("The site's build has no src/entry-boot.ts. Run npm run build.");
  });
});
