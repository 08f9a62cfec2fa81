import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type BuiltFiles, IMMUTABLE, readBuiltFiles, sendBuiltFile } from "../platform/http/builtFiles.ts";
import { hasOwnHost } from "../platform/http/hosts.ts";
import { securityHeaders } from "../platform/http/securityHeaders.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";

/** An entry of Vite's build manifest; `imports` are keys of the same manifest. */
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

/** Manifest keys of the replay screen and its player: source paths relative to apps/console. */
export const REPLAY_MODULES = ["src/features/replays/watch/Replay.tsx", PLAYER_DOCUMENT];

/**
 * The player renders untrusted recordings. The policy allows recorded styles, including inline ones, but no
 * recorded scripts, forms, frames or base URLs, and requests only for styles, images, fonts and media from this origin.
 * Only the console can frame the player. The sandbox keeps its origin (`allow-same-origin`) because it accesses
 * the script-free frame in which rrweb rebuilds the page.
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
  // A content security policy does not prevent DNS lookups of hosts in recorded links.
  "x-dns-prefetch-control": "off",
};

interface ConsoleFilesOptions {
  consoleDir: string;
  /** The same folder of earlier builds, whose assets open tabs still request. */
  earlierDirs: readonly string[];
  publicUrl: string;
  consoleUrl: string;
}

/** Serves the console's built files under `/console/`; any path without a file returns the console's document. @returns the files. @throws when the build cannot be read. */
export async function registerConsoleFiles(
  server: FastifyInstance,
  { consoleDir, earlierDirs, ...hosts }: ConsoleFilesOptions,
): Promise<BuiltFiles> {
  const headers = {
    ...securityHeaders({
      isSecure: hosts.consoleUrl.startsWith("https:"),
      // The console tells the site who is staff: see `staffBrowserRoutes`.
      sources: hasOwnHost(hosts) ? { connect: [hosts.publicUrl] } : {},
    }),
    "cache-control": "no-cache",
  };
  const files = await readBuiltFiles(consoleDir, earlierDirs);
  const start = files.get(START_DOCUMENT);
  if (!start) throw new Error(`The console's build in ${consoleDir} has no ${START_DOCUMENT}.`);
  const modules = await readReplayModules(consoleDir);
  const sendScreen = (request: FastifyRequest, reply: FastifyReply) =>
    sendBuiltFile(request, reply.headers(headers), start);
  server.get("/console", ANY_TEXT, sendScreen);
  server.get("/console/replays/:id", ANY_TEXT, (request, reply) =>
    sendScreen(request, modules ? reply.header("link", modules) : reply),
  );
  server.get<FilePath>("/console/assets/*", ANY_TEXT, (request, reply) => {
    const file = files.get(`assets/${request.params["*"]}`);
    if (file) return sendBuiltFile(request, reply.header("cache-control", IMMUTABLE), file);
    // A tab opened several releases ago may request a removed script; it must not receive the HTML document instead.
    return reply
      .status(404)
      .type("text/plain; charset=utf-8")
      .send("This file no longer exists. Reload the console.");
  });
  server.get<FilePath>("/console/*", ANY_TEXT, (request, reply) => {
    const path = request.params["*"];
    const file = files.get(path);
    if (!file) return sendScreen(request, reply);
    return sendBuiltFile(request, reply.headers(path === PLAYER_DOCUMENT ? playerHeaders : headers), file);
  });
  return files;
}

/**
 * The `Link` header for a replay's URL, so that the browser preloads the modules of the screen and the player in
 * parallel with the console's own modules.
 * @returns null if the console was built without a manifest.
 */
export async function readReplayModules(consoleDir: string): Promise<string | null> {
  const text = await readFile(join(consoleDir, ".vite/manifest.json"), "utf8").catch(() => null);
  return text === null ? null : replayModules(JSON.parse(text) as Manifest);
}

/** `modulepreload` links for the replay modules that the start document does not load itself. */
export function replayModules(manifest: Manifest): string {
  const brought = modulesOf(manifest, [START_DOCUMENT]);
  return [...modulesOf(manifest, REPLAY_MODULES)]
    .filter((file) => !brought.has(file))
    .map((file) => `</console/${file}>; rel="modulepreload"`)
    .join(", ");
}

/** Files of the named modules and of everything they import, recursively. */
function modulesOf(manifest: Manifest, names: readonly string[], files = new Set<string>()): Set<string> {
  for (const name of names) {
    const entry = manifest[name];
    if (!entry || files.has(entry.file)) continue;
    files.add(entry.file);
    modulesOf(manifest, entry.imports ?? [], files);
  }
  return files;
}
