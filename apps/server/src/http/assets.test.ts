import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fastify from "fastify";
import { expect, it } from "vitest";
import { temporaryDir } from "../testing/temporaryDir.ts";
import { registerAssets } from "./assets.ts";

it("serves built files as immutable and rejects leftover source maps", async () => {
  const dir = temporaryDir();
  await mkdir(join(dir, "assets"));
  for (const name of ["assets/a-1.js", "assets/a-1.js.map", "favicon.svg"])
    await writeFile(join(dir, name), name);
  const app = fastify();
  await registerAssets(app, dir);
  const script = await app.inject("/assets/a-1.js");
  expect([script.statusCode, script.headers["cache-control"]]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
  for (const url of ["/assets/a-1.js.map", "/assets/a-1.js%2emap"])
    expect((await app.inject(url)).statusCode).toBe(404);
  await app.close();
});
