import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Folders of the files that browsers load. */
export interface BrowserFiles {
  siteDir: string;
  consoleDir: string;
  /** The script for pages on other hosts, and its code. */
  snippetDir: string;
}

/** Files of the current build, and of earlier builds, which open tabs still request. */
export interface ServedFiles extends BrowserFiles {
  earlier?: readonly BrowserFiles[];
}

export function filesOf(buildDir: string): BrowserFiles {
  return {
    siteDir: join(buildDir, "site/client"),
    consoleDir: join(buildDir, "console"),
    snippetDir: join(buildDir, "snippet"),
  };
}

/** The other complete builds, in no order. File names differ for different contents, so the order does not matter. */
export function earlierBuilds(buildDir: string): string[] {
  const all = dirname(buildDir);
  return readdirSync(all, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => join(all, name))
    .filter((dir) => dir !== buildDir);
}
