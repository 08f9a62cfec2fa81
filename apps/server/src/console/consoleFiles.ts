import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type BuiltFile,
  type BuiltFiles,
  digestOf,
  IMMUTABLE,
  readBuiltFiles,
  sendBuiltFile,
} from "../http/builtFiles.ts";
import { compressBody } from "../http/compressBody.ts";
import { securityHeaders } from "../http/securityHeaders.ts";

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

/** The screen whose page embeds the player. */
const REPLAY_PATH = "/replays/:id";

/** A screen that the build lists: its path, and the key of its module in the manifest. */
interface ScreenModule {
  path: string;
  module: string;
}

/** A screen's path in segments, and its document, which is made when it is first requested. */
interface ScreenDocument {
  pattern: string[];
  file: () => Promise<BuiltFile>;
}

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
}

/** Serves the console's built files under `/console/`; any path without a file returns the console's document. @returns the files. @throws when the build cannot be read. */
export async function registerConsoleFiles(
  server: FastifyInstance,
  { consoleDir, earlierDirs, publicUrl }: ConsoleFilesOptions,
): Promise<BuiltFiles> {
  const headers = {
    ...securityHeaders({ isSecure: publicUrl.startsWith("https:") }),
    "cache-control": "no-cache",
  };
  const files = await readBuiltFiles(consoleDir, earlierDirs);
  const start = files.get(START_DOCUMENT);
  if (!start) throw new Error(`The console's build in ${consoleDir} has no ${START_DOCUMENT}.`);
  const screens = await readScreens(consoleDir, start);
  const sendScreen = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = (await findScreen(screens, path)?.file()) ?? start;
    return sendBuiltFile(request, reply.headers(headers), file);
  };
  server.get("/console", (request, reply) => sendScreen(request, reply, ""));
  server.get<FilePath>("/console/assets/*", (request, reply) => {
    const file = files.get(`assets/${request.params["*"]}`);
    if (file) return sendBuiltFile(request, reply.header("cache-control", IMMUTABLE), file);
    // A tab opened several releases ago may request a removed script; it must not receive the HTML document instead.
    return reply.status(404).type("text/plain").send("This file no longer exists. Reload the console.");
  });
  server.get<FilePath>("/console/*", (request, reply) => {
    const path = request.params["*"];
    const file = files.get(path);
    if (!file) return sendScreen(request, reply, path);
    return sendBuiltFile(request, reply.headers(path === PLAYER_DOCUMENT ? playerHeaders : headers), file);
  });
  return files;
}

/**
 * The document of each screen: the start document with `modulepreload` links for the screen's modules, so that the browser fetches them with the console's own.
 * Links and not a `Link` header, because some proxies refuse headers of 4 KB.
 * @returns none if the console was built without the list.
 */
async function readScreens(consoleDir: string, start: BuiltFile): Promise<ScreenDocument[]> {
  const read = (name: string) => readFile(join(consoleDir, ".vite", name), "utf8").catch(() => null);
  const [manifest, screens] = await Promise.all([read("manifest.json"), read("screens.json")]);
  if (manifest === null || screens === null) return [];
  return screenDocuments(start, JSON.parse(screens) as ScreenModule[], JSON.parse(manifest) as Manifest);
}

function screenDocuments(
  start: BuiltFile,
  screens: readonly ScreenModule[],
  manifest: Manifest,
): ScreenDocument[] {
  const text = start.body.identity.toString();
  return screens.map(({ path, module }) => {
    let made: Promise<BuiltFile> | undefined;
    const make = async () => {
      const links = preloadLinks(manifest, path === REPLAY_PATH ? [module, PLAYER_DOCUMENT] : [module]);
      const html = Buffer.from(text.replace("</head>", () => `${links}</head>`));
      return { mediaType: start.mediaType, digest: digestOf(html), body: await compressBody(html) };
    };
    return {
      pattern: segmentsOf(path),
      file() {
        made ??= make();
        return made;
      },
    };
  });
}

/** `modulepreload` links for the modules that the start document does not load itself. */
export function preloadLinks(manifest: Manifest, modules: readonly string[]): string {
  const brought = modulesOf(manifest, [START_DOCUMENT]);
  return [...modulesOf(manifest, modules)]
    .filter((file) => !brought.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/console/${file}">`)
    .join("");
}

/** The first screen whose path matches, as in the console. */
function findScreen(screens: readonly ScreenDocument[], path: string): ScreenDocument | undefined {
  const segments = segmentsOf(path);
  const isSame = (part: string, index: number) => part.startsWith(":") || part === segments[index];
  return screens.find(({ pattern }) => pattern.length === segments.length && pattern.every(isSame));
}

/** @param path with or without slashes at its ends; none and one slash are the start. */
function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** Files of the named modules and of everything they import, recursively. */
function modulesOf(manifest: Manifest, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const known = manifest[name];
    if (!known || found.has(known.file)) continue;
    found.add(known.file);
    modulesOf(manifest, known.imports ?? [], found);
  }
  return found;
}
