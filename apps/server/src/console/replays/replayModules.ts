import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What Vite says of a module of the build; names of other modules are keys of the manifest. */
interface ManifestModule {
  file: string;
  imports?: string[];
}
type Manifest = Readonly<Record<string, ManifestModule>>;

const START = "index.html";
const NEEDED = ["src/features/replays/watch/Replay.tsx", "player.html"];

/**
 * The `Link` header of a replay's address: a browser fetches the modules of the screen and of the player beside those of the console's start, instead
 * of one after the other.
 * @returns null where the console was built without a manifest.
 */
export async function readReplayModules(consoleDir: string): Promise<string | null> {
  const text = await readFile(join(consoleDir, ".vite/manifest.json"), "utf8").catch(() => null);
  return text === null ? null : replayModules(JSON.parse(text) as Manifest);
}

/** @returns the modules that the console's start does not bring along. */
export function replayModules(manifest: Manifest): string {
  const brought = modulesOf(manifest, [START]);
  return [...modulesOf(manifest, NEEDED)]
    .filter((file) => !brought.has(file))
    .map((file) => `</console/${file}>; rel="modulepreload"`)
    .join(", ");
}

/** Files of modules, and of those that they import. */
function modulesOf(manifest: Manifest, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const known = manifest[name];
    if (!known || found.has(known.file)) continue;
    found.add(known.file);
    modulesOf(manifest, known.imports ?? [], found);
  }
  return found;
}
