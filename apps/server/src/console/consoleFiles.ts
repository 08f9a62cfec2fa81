import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IMMUTABLE, readBuiltFiles, sendBuiltFile } from "../http/builtFiles.ts";
import { securityHeaders } from "../http/securityHeaders.ts";

/** What Vite says of a module of the build; names of other modules are keys of the manifest. */
interface ManifestModule {
  file: string;
  imports?: string[];
}

type Manifest = Readonly<Record<string, ManifestModule>>;

const START_DOCUMENT = "index.html";
const PLAYER_DOCUMENT = "player.html";

interface FilePath {
  Params: { "*": string };
}

/** What the console's bundler names the modules of the replay screen and its player: their paths below apps/console. */
export const REPLAY_MODULES = ["src/features/replays/watch/Replay.tsx", PLAYER_DOCUMENT];

/**
 * The player shows a page as the sender of a recording claims it was. The policy allows recorded styles,
 * inline ones too, and nothing else: no recorded scripts, forms, frames or base, and no requests except for
 * styles, images and fonts of this origin. Only the console may frame it. It needs its origin to access the
 * frame in which rrweb rebuilds the page, which has no scripts.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "sandbox allow-scripts allow-same-origin",
];

export const playerHeaders = {
  "content-security-policy": POLICY.join("; "),
  "cache-control": "no-cache",
  "referrer-policy": "no-referrer",
  // No policy covers the look-up of the hosts that recorded links name.
  "x-dns-prefetch-control": "off",
};

/** Serves the console's built files under `/console/` from memory; every path without a file is one of its screens. @throws when the build cannot be read. */
export async function registerConsoleFiles(
  server: FastifyInstance,
  consoleDir: string,
  publicUrl: string,
): Promise<void> {
  const headers = {
    ...securityHeaders({ isSecure: publicUrl.startsWith("https:") }),
    "cache-control": "no-cache",
  };
  const files = await readBuiltFiles(consoleDir);
  const start = files.get(START_DOCUMENT);
  if (!start) throw new Error(`The console's build in ${consoleDir} has no ${START_DOCUMENT}.`);
  const modules = await readReplayModules(consoleDir);
  const sendScreen = (request: FastifyRequest, reply: FastifyReply) =>
    sendBuiltFile(request, reply.headers(headers), start);
  server.get("/console", sendScreen);
  server.get("/console/replays/:id", (request, reply) =>
    sendScreen(request, modules ? reply.header("link", modules) : reply),
  );
  server.get<FilePath>("/console/assets/*", (request, reply) => {
    const file = files.get(`assets/${request.params["*"]}`);
    if (file) return sendBuiltFile(request, reply.header("cache-control", IMMUTABLE), file);
    // A tab from before a release asks for code that is gone; a document in its place would be taken for a script.
    return reply.status(404).type("text/plain").send("This file no longer exists. Reload the console.");
  });
  server.get<FilePath>("/console/*", (request, reply) => {
    const path = request.params["*"];
    const file = files.get(path);
    if (!file) return sendScreen(request, reply);
    return sendBuiltFile(request, reply.headers(path === PLAYER_DOCUMENT ? playerHeaders : headers), file);
  });
}

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
  const brought = modulesOf(manifest, [START_DOCUMENT]);
  return [...modulesOf(manifest, REPLAY_MODULES)]
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
