import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT_FILES } from "../platform/http/assets.ts";
import { type BrowserFiles, filesOf } from "../platform/siteBuild/builds.ts";

const FILES: Record<keyof BrowserFiles, readonly string[]> = {
  siteDir: [...ROOT_FILES, "assets/site.js"],
  consoleDir: ["index.html", "player.html", "shared.html", "assets/console.js"],
  snippetDir: ["marquee.js", "marquee/connect.js"],
};

/** Writes the files that a build has, without their content. @returns their folders. */
export function writeBuild(dir: string): BrowserFiles {
  const folders = filesOf(dir);
  for (const [folder, names] of Object.entries(FILES))
    for (const name of names) {
      const file = join(folders[folder as keyof BrowserFiles], name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, "content");
    }
  return folders;
}
