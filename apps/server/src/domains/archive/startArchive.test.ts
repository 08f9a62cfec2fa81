import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { count } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Records } from "../../platform/storage/records/records.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { silent } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";
import type { ArchivedFile } from "./archive.types.ts";
import { queryReleases, releaseAt } from "./archiveQueries.ts";
import { createArchiveStore } from "./archiveStore.ts";
import { type Archive, startArchive } from "./startArchive.ts";
import { archivedAddresses, archivedFiles, pageVersions, releaseStarts, releases } from "./tables.ts";

const AT = Date.UTC(2026, 10, 1);
const dataDir = createTemporaryDir();
const siteDir = join(dataDir, "client");
let records: Records;
let requests: string[];
let picture: Buffer;
let isBroken: boolean;

/** A site that returns `picture` for every URL except three: one that fails, one that does not exist and one that is too large. */
async function fetchFile(address: string): Promise<ArchivedFile | null> {
  requests.push(address);
  if (address === "/broken.png" && isBroken) throw new Error("broken");
  if (address === "/gone.png") return null;
  return { mediaType: "image/png", body: address === "/large.png" ? Buffer.alloc(6 * 1024 ** 2) : picture };
}

let now: number;
const start = (at = AT, release = "r1", log = silent): Archive => {
  now = at;
  return startArchive({
    db: records.db,
    siteDir,
    fetchFile,
    origin: "https://trellis.example",
    release,
    now: () => now,
    log,
  });
};
const page = (version: string, html: string) => ({
  version,
  path: "/",
  variant: "",
  html: Buffer.from(html),
});
const addresses = async () => {
  const rows = await records.db.select().from(archivedAddresses);
  return rows.map(({ address }) => address).toSorted();
};
const written = (name: string, text: string) => writeFile(join(siteDir, name), text);

beforeAll(async () => {
  records = await borrowRecords();
  for (const dir of ["client/assets", "maps/assets"]) await mkdir(join(dataDir, dir), { recursive: true });
});
beforeEach(async () => {
  requests = [];
  picture = Buffer.from("picture");
  isBroken = true;
  for (const table of [archivedAddresses, archivedFiles, pageVersions, releases, releaseStarts])
    await records.db.delete(table);
});
afterAll(async () => {
  await records.stop();
  removeDir(dataDir);
});

describe("startArchive", () => {
  it("stores each file of a build once, even if builds share it, and records the release", async () => {
    await written("favicon.svg", "<svg/>");
    await written("assets/a-1.js", "one");
    await written("assets/b-1.js", "one");
    await written("assets/a-1.js.br", "packed");
    await written("../maps/assets/a-1.js.map", "{}");
    const first = start();
    first.start();
    await first.settled();
    expect(await addresses()).toEqual([
      "/assets/a-1.js",
      "/assets/b-1.js",
      "/favicon.svg",
      "map:/assets/a-1.js",
    ]);
    expect((await records.db.select({ n: count() }).from(archivedFiles))[0]?.n).toBe(3);

    await written("favicon.svg", "<svg>new</svg>");
    await written("assets/c-2.css", "three");
    const second = start(AT + ONE_DAY, "r2");
    second.start();
    await second.settled();
    expect((await addresses()).length).toBe(6);
    const store = createArchiveStore(records.db);
    const favicon = async (at: number) => (await store.readFile("/favicon.svg", at))?.body.toString();
    expect([await favicon(AT), await favicon(AT + ONE_DAY)]).toEqual(["<svg/>", "<svg>new</svg>"]);
    const storedReleases = await records.db.select().from(releases).orderBy(releases.id);
    expect(storedReleases.map(({ id, addresses: all }) => [id, all.length])).toEqual([
      ["r1", 4],
      ["r2", 5],
    ]);
  });

  it("archives a page once, with the files it refers to", async () => {
    const archive = start();
    archive.notePage(page("v1", '<img src="/a.png">'));
    archive.notePage(page("v1", '<img src="/a.png">'));
    await archive.settled();
    expect([requests, await addresses()]).toEqual([["/a.png"], ["/a.png"]]);
    const archived = await createArchiveStore(records.db).readPage("v1");
    expect([archived?.html.toString(), archived?.firstServedAt]).toEqual(['<img src="/a.png">', AT]);
    const later = start(AT + ONE_DAY, "r2");
    later.notePage(page("v1", '<img src="/a.png">'));
    await later.settled();
    expect(await addresses()).toEqual(["/a.png"]);
    expect((await records.db.select().from(pageVersions)).map(({ release }) => release)).toEqual(["r1"]);
  });

  it("archives a URL again when its content changed, but fetches hashed assets only once", async () => {
    const archive = start();
    const html = '<img src="/assets/b-1.png"><img src="/a.png">';
    archive.notePage(page("v1", html));
    await archive.settled();
    picture = Buffer.from("changed");
    archive.notePage(page("v2", html));
    await archive.settled();
    expect(await addresses()).toEqual(["/a.png", "/a.png", "/assets/b-1.png"]);
    expect(requests).toEqual(["/assets/b-1.png", "/a.png", "/a.png"]);
  });

  it("archives a page without files that failed, retries them less and less often with the page, and logs them once", async () => {
    const warn = vi.fn();
    const archive = start(AT, "r1", { ...silent, warn } as unknown as typeof silent);
    const failing = page("v2", '<img src="/broken.png"><img src="/large.png"><img src="/gone.png">');
    const sibling = page("v3", '<img src="/broken.png">');
    const tries = () => requests.filter((address) => address === "/broken.png").length;
    const serve = async (after: number) => {
      now += after;
      archive.notePage(failing);
      archive.notePage(sibling);
      await archive.settled();
      return tries();
    };
    expect(await serve(0)).toBe(1);
    expect([await addresses(), requests.length]).toEqual([[], 3]);
    expect(await serve(0), "with the next visitor at once").toBe(1);
    expect(await serve(10 * ONE_MINUTE)).toBe(2);
    expect(await serve(5 * ONE_MINUTE), "the second pause is longer").toBe(2);
    let last = 2;
    for (let hour = 0; hour < 20; hour += 1) last = await serve(ONE_HOUR);
    expect(last, "gave up").toBe(5);
    expect(await serve(ONE_DAY), "again when the page is marked as served").toBe(6);
    expect(warn.mock.calls.map(([{ address }]) => address)).toEqual(["/broken.png", "/large.png"]);
  });

  it("archives a file that works again", async () => {
    const archive = start();
    archive.notePage(page("v2", '<img src="/broken.png">'));
    await archive.settled();
    isBroken = false;
    now += 10 * ONE_MINUTE;
    archive.notePage(page("v2", '<img src="/broken.png">'));
    await archive.settled();
    expect(await addresses()).toEqual(["/broken.png"]);
  });

  it("updates once a day when pages and files were last served", async () => {
    const archive = start();
    const served = page("v1", '<img src="/a.png"><img src="/assets/b-1.png">');
    const lastServed = async () => {
      archive.notePage(served);
      archive.noteFile("/images?a", "1", { mediaType: "image/webp", body: picture });
      await archive.settled();
      const { db } = records;
      const rows = [
        ...(await db.select().from(archivedAddresses)),
        ...(await db.select().from(pageVersions)),
      ];
      return [...new Set(rows.map(({ lastServedAt }) => lastServedAt.getTime() - AT))];
    };
    expect(await lastServed()).toEqual([0]);
    now = AT + ONE_HOUR;
    expect(await lastServed()).toEqual([0]);
    now = AT + ONE_DAY;
    expect(await lastServed()).toEqual([ONE_DAY]);
    expect((await records.db.select().from(pageVersions))[0]).toMatchObject({
      firstServedAt: new Date(AT),
      addresses: ["/a.png", "/assets/b-1.png"],
    });
  });

  it("archives a served file once, and again when it changes", async () => {
    const archive = start();
    const file = (text: string) => ({ mediaType: "image/webp", body: Buffer.from(text) });
    archive.noteFile("/images?a", "1", file("one"));
    archive.noteFile("/images?a", "1", file("never looked at"));
    archive.noteFile("/images?a", "2", file("two"));
    await archive.settled();
    expect(await addresses()).toEqual(["/images?a", "/images?a"]);
    expect(requests).toEqual([]);
  });

  it("archives a file again when an earlier version returns, and reads the right version for each time, across restarts", async () => {
    const file = (text: string) => ({ mediaType: "image/webp", body: Buffer.from(text) });
    const archive = start();
    for (const text of ["A", "B", "A"]) {
      archive.noteFile("/images?a", text, file(text));
      await archive.settled();
      now += ONE_HOUR;
    }
    const again = start(now);
    again.noteFile("/images?a", "A", file("A"));
    await again.settled();
    const store = createArchiveStore(records.db);
    const shownAt = async (hours: number) =>
      (await store.readFile("/images?a", AT + hours * ONE_HOUR))?.body.toString();
    expect([await shownAt(0.5), await shownAt(1.5), await shownAt(2.5), await shownAt(9)]).toEqual([
      "A",
      "B",
      "A",
      "A",
    ]);
    expect([await addresses(), (await records.db.select().from(archivedFiles)).length]).toEqual([
      ["/images?a", "/images?a", "/images?a"],
      2,
    ]);
  });

  it("records when each release started, and again after a rollback", async () => {
    for (const [hours, release] of ["r1", "r1", "r2", "r1", "r1"].entries()) {
      const archive = start(AT + hours * ONE_HOUR, release);
      archive.start();
      await archive.stop();
    }
    const starts = await queryReleases(records.db);
    expect(starts.map(({ id, servedFrom }) => [id, (servedFrom - AT) / ONE_HOUR])).toEqual([
      ["r1", 0],
      ["r2", 2],
      ["r1", 3],
    ]);
    const servedAt = (hours: number) => releaseAt(starts, AT + hours * ONE_HOUR);
    expect([servedAt(-1), servedAt(1.5), servedAt(2.5), servedAt(3.5)]).toEqual(["", "r1", "r2", "r1"]);
  });

  it("archives nothing after it is stopped", async () => {
    const archive = start();
    archive.start();
    await archive.stop();
    archive.notePage(page("v3", "late"));
    await archive.settled();
    expect(await records.db.select().from(pageVersions)).toEqual([]);
  });
});
