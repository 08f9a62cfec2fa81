import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ONE_DAY } from "@marquee/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { openDiskCache } from "./diskCache.ts";
import { filesIn } from "./filesIn.ts";

let dir: string;
let clock: number;

beforeEach(() => {
  dir = temporaryDir();
  clock = 1_700_000_000_000;
});

const open = (maxBytes = 30) => openDiskCache({ dir, maxBytes, now: () => clock });
const names = () => filesIn(dir).map((file) => relative(dir, file));
const TEN = Buffer.alloc(10, "a");

describe("a cache on disk", () => {
  it("removes the least recently used files when it exceeds its size limit", async () => {
    const cache = await open();
    for (const name of ["a", "sub/b", "c"]) await cache.write(name, TEN);
    expect(await cache.read("a")).toEqual(TEN);
    await cache.write("d", TEN);
    expect(names()).toEqual(["a", "c", "d"]);
    expect([await cache.read("sub/b"), cache.writtenAt("sub/b")]).toEqual([null, null]);
    await cache.write("large", Buffer.alloc(25));
    expect(names()).toEqual(["large"]);
  });

  it("counts a rewritten file once, and does not store a file larger than the limit", async () => {
    const cache = await open();
    for (let index = 0; index < 5; index += 1) await cache.write("a", TEN);
    for (const name of ["b", "c"]) await cache.write(name, TEN);
    await cache.write("huge", Buffer.alloc(31));
    expect(names()).toEqual(["a", "b", "c"]);
  });

  it("keeps the times of last use and of writing across a restart", async () => {
    const first = await open();
    for (const name of ["a", "b", "c"]) {
      await first.write(name, TEN);
      clock += ONE_DAY;
    }
    await first.read("a");
    const second = await open(20);
    expect(names()).toEqual(["a", "c"]);
    expect(second.writtenAt("a")).toBe(1_700_000_000_000);
  });

  it("starts without a folder, and removes the draft of an interrupted write", async () => {
    mkdirSync(join(dir, "sub"));
    const draft = join(dir, "sub/a.123e4567-e89b-12d3-a456-426614174000");
    writeFileSync(draft, TEN);
    expect(await (await open()).read("sub/a")).toBeNull();
    expect(existsSync(draft)).toBe(false);
    dir = join(dir, "missing");
    const cache = await open();
    await cache.write("a", TEN);
    expect(await cache.read("a")).toEqual(TEN);
  });

  it("returns complete files or null while concurrent writes evict them", async () => {
    const cache = await open();
    const written = ["a", "b", "c", "d", "e"];
    const write = async (name: string) => {
      await cache.write(name, TEN);
      return cache.read(name);
    };
    const read = await Promise.all([...written, ...written].map(write));
    for (const body of read) if (body) expect(body).toEqual(TEN);
    expect(names().length).toBeLessThanOrEqual(3);
  });
});
