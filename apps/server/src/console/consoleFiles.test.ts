import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  playerHeaders,
  REPLAY_MODULES,
  readReplayModules,
  registerConsoleFiles,
  replayModules,
} from "./consoleFiles.ts";

let dir: string;
let server: FastifyInstance;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "console-files-"));
  mkdirSync(join(dir, "assets"));
  for (const name of ["index.html", "player.html", "assets/player.js"]) {
    const content = Buffer.from(`content of ${name}`);
    writeFileSync(join(dir, name), content);
    writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(dir, `${name}.gz`), gzipSync(content));
  }
  server = Fastify();
  await registerConsoleFiles(server, {
    consoleDir: dir,
    earlierDirs: [],
    publicUrl: "https://site.example",
    consoleUrl: "https://site.example",
  });
});
afterEach(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});

const policyOf = async (url: string, encoding: string) => {
  const { headers } = await server.inject({ url, headers: { "accept-encoding": encoding } });
  return String(headers["content-security-policy"]);
};

describe.each(["br", "gzip", "identity"])("console files in %s", (encoding) => {
  it("serve the player with a policy that loads nothing from other origins and runs no recorded scripts", async () => {
    const policy = await policyOf("/console/player.html", encoding);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("img-src 'self' data:");
    expect(policy).toContain("sandbox allow-scripts allow-same-origin");
  });

  it("serve every console path with the console's policy", async () => {
    const policy = await policyOf("/console/replays", encoding);
    expect(policy).toContain("frame-ancestors");
    expect(await policyOf("/console/index.html", encoding)).toBe(policy);
  });
});

it("serves console scripts as immutable", async () => {
  const { headers } = await server.inject("/console/assets/player.js");
  expect(headers["cache-control"]).toContain("immutable");
});

it("allows a recording to load only from this origin or from data embedded in it", () => {
  const policy: Record<string, string[]> = {};
  for (const directive of playerHeaders["content-security-policy"].split("; ")) {
    const [name = "", ...sources] = directive.split(" ");
    policy[name] = sources;
  }
  expect(policy["default-src"]).toEqual(["'none'"]);
  const allowed = new Set(["'self'", "'none'", "'unsafe-inline'", "data:"]);
  for (const [name, sources] of Object.entries(policy)) {
    if (name.endsWith("-src")) for (const source of sources) expect(allowed, name).toContain(source);
  }
  expect(policy["script-src"]).toEqual(["'self'"]);
  // A `data:` style sheet could load further URLs.
  expect(policy["style-src"]).not.toContain("data:");
  expect(policy.sandbox).toEqual(["allow-scripts", "allow-same-origin"]);
  expect(playerHeaders["x-dns-prefetch-control"]).toBe("off");
});

const MANIFEST = {
  "index.html": { file: "assets/index.js", imports: ["_shared.js"] },
  "player.html": { file: "assets/player.js", imports: ["_time.js"] },
  "src/features/replays/watch/Replay.tsx": {
    file: "assets/Replay.js",
    imports: ["index.html", "_shared.js", "_dialog.js", "_time.js"],
  },
  "_shared.js": { file: "assets/shared.js" },
  "_dialog.js": { file: "assets/dialog.js", imports: ["_time.js"] },
  "_time.js": { file: "assets/time.js" },
  "src/features/speed/Speed.tsx": { file: "assets/Speed.js" },
};

it("lists each module that the replay screen and the player need besides the start document once", () => {
  expect(replayModules(MANIFEST).split(", ")).toEqual(
    ["Replay", "dialog", "time", "player"].map((name) => `</console/assets/${name}.js>; rel="modulepreload"`),
  );
});

it("returns nothing for a console built without a manifest", async () => {
  expect(await readReplayModules("/nowhere")).toBeNull();
  expect(replayModules({})).toBe("");
});

it("names modules that exist in the console's source", () => {
  const consoleRoot = join(import.meta.dirname, "../../../console");
  for (const module of REPLAY_MODULES) expect(existsSync(join(consoleRoot, module)), module).toBe(true);
});
