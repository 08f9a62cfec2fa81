import { fork } from "node:child_process";
import { once } from "node:events";
import type * as fs from "node:fs";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageCard } from "@marquee/contract";
import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openImages } from "../../domains/images/openImages.ts";
import { startTestApp } from "../../testing/startTestApp.ts";
import { drained } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { DataDirError, prepareDataDir } from "./dataDir.ts";

const disk = vi.hoisted(() => ({ ignoresModes: false }));
vi.mock("node:fs", async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  const chmod: typeof original.chmodSync = (...args) => {
    if (!disk.ignoresModes) original.chmodSync(...args);
  };
  return { ...original, chmodSync: chmod };
});
afterEach(() => {
  disk.ignoresModes = false;
});

/** The permission bits of `dir` and every file and folder below it, by path. Symbolic links are left out. */
function modesIn(dir: string): Map<string, number> {
  const paths = [dir, ...readdirSync(dir, { recursive: true }).map((name) => join(dir, String(name)))];
  const modes = paths.map((path) => [path, lstatSync(path)] as const);
  return new Map(
    modes
      .filter(([, stats]) => !stats.isSymbolicLink())
      .map(([path, { mode }]) => [path, mode & 0o777] as const),
  );
}

const openToOthers = (dir: string) => [...modesIn(dir)].filter(([, mode]) => (mode & 0o077) !== 0);

/** Opens everything to all users, as a version did that relied on the umask. */
function loosen(dir: string): void {
  for (const path of modesIn(dir).keys()) chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666);
}

const refusal = (dir: string): string => {
  try {
    prepareDataDir(dir);
  } catch (error) {
    expect(error).toBeInstanceOf(DataDirError);
    return (error as Error).message;
  }
  throw new Error("It was not refused.");
};

const CARD: PageCard = { brand: "Trellis", headline: "Plan", label: "", accent: "leaf" };

describe.skipIf(process.platform === "win32")("the data folder", () => {
  it("is accessible to the server's user only, including files that are written later", async () => {
    const dataDir = join(temporaryDir(), "data");
    const start = () => startTestApp({ dataDir, env: { DATA_DIR: dataDir } });
    await (await start()).stop();
    loosen(dataDir);
    const { url, stores, stop } = await start();
    expect(openToOthers(dataDir)).toEqual([]);

    const batch = [{ type: "track", event: "Signed up", messageId: "m1", anonymousId: "a1" }];
    const body = JSON.stringify({ writeKey: "local", batch });
    expect((await fetch(`${url}/v1/b`, { method: "POST", body })).status).toBe(200);
    await drained(stores);
    await stores.eventStore.command("OPTIMIZE TABLE events FINAL");
    await stores.records.db.execute("create table written_later as select 1 as number");
    await stores.records.db.execute("checkpoint");
    const contentDir = temporaryDir();
    mkdirSync(join(contentDir, "images"));
    const board = sharp({ create: { width: 1000, height: 400, channels: 3, background: "#2a7" } });
    await board.png().toFile(join(contentDir, "images/board.png"));
    const { images, cards } = await openImages({
      config: { dataDir, imageCacheBytes: 50_000_000 },
      hosts: () => [],
      contentDir,
      baseDir: contentDir,
      entry: { listImages: () => [], listCardHosts: () => [] },
      content: { list: () => [], find: () => undefined, onChange: () => undefined },
      versions: { find: async () => null },
      readUploaded: async () => null,
      now: Date.now,
    });
    await cards.get(CARD, "192.0.2.1");
    await images.get({ source: "board.png", width: 800, quality: 50, format: "webp" }, "192.0.2.1");
    await stop();

    const entries = readdirSync(dataDir).sort();
    expect(entries).toEqual([
      ".marquee",
      "cards",
      "events",
      "images",
      "records",
      "spool",
      "spool-leads",
      "spool-recordings",
    ]);
    expect(openToOthers(dataDir)).toEqual([]);
  });

  it("sets 0700 on folders and 0600 on files that the server created, and leaves other files unchanged", () => {
    const dir = temporaryDir();
    const outside = temporaryDir();
    mkdirSync(join(dir, "events/store"), { recursive: true });
    mkdirSync(join(dir, "events/metadata"));
    mkdirSync(join(dir, "backups"));
    const files = ["events/store/data.bin", "growthbook.json", "backups/monday.tar"];
    for (const file of files) writeFileSync(join(dir, file), "");
    writeFileSync(join(outside, "elsewhere"), "");
    symlinkSync(join(outside, "elsewhere"), join(dir, "events/link"));
    loosen(outside);
    loosen(dir);
    prepareDataDir(dir);
    expect(
      Object.fromEntries([...modesIn(dir)].map(([path, mode]) => [path.slice(dir.length), mode])),
    ).toEqual({
      "": 0o700,
      "/events": 0o700,
      "/events/store": 0o700,
      "/events/metadata": 0o700,
      "/.marquee": 0o600,
      "/events/store/data.bin": 0o600,
      "/growthbook.json": 0o600,
      "/backups": 0o777,
      "/backups/monday.tar": 0o666,
    });
    expect(statSync(join(outside, "elsewhere")).mode & 0o777).toBe(0o666);
  });

  it("can be a symbolic link", () => {
    const dir = join(temporaryDir(), "data");
    mkdirSync(dir);
    mkdirSync(join(dir, "spool"));
    writeFileSync(join(dir, "spool/data.mdb"), "");
    loosen(dir);
    const link = join(temporaryDir(), "link");
    symlinkSync(dir, link);
    prepareDataDir(link);
    expect(openToOthers(dir)).toEqual([]);
  });

  it("is rejected when it holds files of other programs, and leaves those unchanged", () => {
    const home = temporaryDir();
    mkdirSync(join(home, "Documents"));
    const site = temporaryDir();
    mkdirSync(join(site, "images"));
    chmodSync(join(site, "images"), 0o755);
    const project = temporaryDir();
    writeFileSync(join(project, "package.json"), "{}");
    mkdirSync(join(project, "events/metadata"), { recursive: true });
    const shared = temporaryDir();
    for (const dir of [home, project]) chmodSync(dir, 0o755);
    chmodSync(shared, 0o1777);
    // Keeps a bug in the tested code from changing the permissions of real folders on this machine.
    disk.ignoresModes = true;
    expect(refusal(home)).toMatch(/also holds files of other programs \(Documents\)\. Set DATA_DIR to/);
    for (const dir of [site, project, shared, tmpdir(), "/"])
      expect(refusal(dir)).toContain(`The data folder ${dir} also holds files of other programs`);
    expect(statSync(join(site, "images")).mode & 0o777).toBe(0o755);
    expect([home, project, shared].map((dir) => statSync(dir).mode & 0o7777)).toEqual([0o755, 0o755, 0o1777]);
  });

  it("is rejected when the file system does not support permissions", () => {
    const dir = temporaryDir();
    chmodSync(dir, 0o755);
    disk.ignoresModes = true;
    expect(refusal(dir)).toContain(`${dir} can be opened by other users`);
    expect(refusal(dir)).toContain("its file system does not support permissions");
  });

  it("is rejected when an entry links to a folder that other users can open", () => {
    const dir = temporaryDir();
    const outside = temporaryDir();
    chmodSync(outside, 0o755);
    prepareDataDir(dir);
    symlinkSync(outside, join(dir, "events"));
    expect(refusal(dir)).toContain(`Run: chmod -R go= ${outside}`);
    chmodSync(outside, 0o700);
    expect(() => prepareDataDir(dir)).not.toThrow();
  });

  it("is rejected when it belongs to another user", async ({ skip }) => {
    if (process.getuid?.() !== 0) skip("Only root can run a process as another user.");
    const dir = temporaryDir();
    chmodSync(dir, 0o777);
    const entry = join(import.meta.dirname, "../../testing/dataDirUser.ts");
    const child = fork(entry, [dir], { execArgv: ["--import", "tsx"], uid: 65_534, gid: 65_534 });
    const [said] = (await Promise.race([once(child, "message"), once(child, "exit")])) as unknown[];
    const foreignOwner =
      /The data folder .* belongs to another user \(user id \d+\)\. Run the server as that user/;
    expect(said).toMatch(foreignOwner);
    // Root could make the folder private, but its owner could reopen it.
    chownSync(dir, 65_534, 65_534);
    expect(refusal(dir)).toMatch(foreignOwner);
    expect(statSync(dir).mode & 0o777).toBe(0o777);
  });
});
