import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { registerConsoleFiles } from "./consoleFiles.ts";

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
  await registerConsoleFiles(server, dir, "https://site.example");
});
afterEach(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});

const policyOf = async (url: string, encoding: string) => {
  const { headers } = await server.inject({ url, headers: { "accept-encoding": encoding } });
  return String(headers["content-security-policy"]);
};

describe.each(["br", "gzip", "identity"])("the console's files in %s", (encoding) => {
  it("let the player's document load nothing from elsewhere and run nothing that was recorded", async () => {
    const policy = await policyOf("/console/player.html", encoding);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("img-src 'self' data:");
    expect(policy).toContain("sandbox allow-scripts allow-same-origin");
  });

  it("hold the console's document to the console's policy, however it is asked for", async () => {
    const policy = await policyOf("/console/replays", encoding);
    expect(policy).toContain("frame-ancestors");
    expect(await policyOf("/console/index.html", encoding)).toBe(policy);
  });
});

it("the console's scripts are kept for good", async () => {
  const { headers } = await server.inject("/console/assets/player.js");
  expect(headers["cache-control"]).toContain("immutable");
});
