import { ERROR_EVENT, ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { createArchiveStore } from "../../archive/archiveStore.ts";
import { mapAddress } from "../../archive/mapAddress.ts";
import { archivedAddresses, archivedFiles, pageVersions, releases } from "../../archive/tables.ts";
import { pruneArchive } from "./pruneArchive.ts";

const { segment, interaction } = recordedRows;
/** Start of the first release, long after the times in `recordedRows`. */
const AT = Date.UTC(2026, 9, 1);
const day = (days: number) => AT + days * ONE_DAY;
let stores: TestStores;
let archive: ReturnType<typeof createArchiveStore>;
beforeAll(async () => {
  stores = await borrowTestStores();
  archive = createArchiveStore(stores.records.db);
}, 120_000);
afterAll(async () => {
  await stores.stop();
});
beforeEach(async () => {
  for (const table of [archivedAddresses, archivedFiles, pageVersions, releases])
    await stores.records.db.delete(table);
  for (const table of ["replay_segments", "interactions", "events", "monitoring_events"])
    await stores.eventStore.command(`TRUNCATE TABLE ${table}`);
});

const prune = (now: number) =>
  pruneArchive({ ...stores, db: stores.records.db, now: () => now, isStopped: () => false });
/** Archives a release with its own style sheet, script and source map, a style sheet that all releases share, and one version of a page. */
async function serve(release: string, at: number, path = "/"): Promise<void> {
  const files = [`/assets/${release}.css`, `/assets/${release}.js`, mapAddress(`/assets/${release}.js`)];
  const addresses = [...files, "/assets/shared.css"];
  await archive.keepRelease(release, addresses, at);
  for (const address of addresses) await keep(address, address, at);
  await keep(`/images?${release}`, release, at);
  const html = Buffer.from(`page of ${release}`);
  const page = { version: `v-${release}`, path, variant: "", html };
  await archive.keepPage(page, { release, addresses: [`/images?${release}`], at });
}
const keep = (address: string, text: string, at: number) =>
  archive.keepFile(address, { mediaType: "image/png", body: Buffer.from(text) }, at);
const versions = async () =>
  (await stores.records.db.select().from(pageVersions)).map(({ version }) => version).toSorted();
const addresses = async () =>
  (await stores.records.db.select().from(archivedAddresses)).map(({ address }) => address).toSorted();
const bodies = async () => (await stores.records.db.select().from(archivedFiles)).length;
let rows = 0;
async function record(overrides: object): Promise<void> {
  rows += 1;
  const row = { ...segment(`s${rows}`, "ann", AT), ...overrides };
  await stores.eventStore.insert("replay_segments", [row], `segment ${rows}`);
}
const recordedAt = (at: number) => ({ started: at, ended: at + ONE_HOUR, received_at: at });
const filesOf = (release: string) => [
  `/assets/${release}.css`,
  `/assets/${release}.js`,
  `/images?${release}`,
];

describe("pruneArchive", () => {
  it("keeps files of the two newest releases, and page versions of older ones as long as a recording refers to them", async () => {
    for (const [index, release] of ["r1", "r2", "r3", "r4"].entries()) await serve(release, day(index * 10));
    await record({ page_version: "v-r1", ...recordedAt(day(25)) });
    const pruned = await prune(day(60));
    expect(await versions()).toEqual(["v-r1", "v-r3", "v-r4"]);
    const remaining = await addresses();
    expect(remaining).toEqual(expect.arrayContaining([...filesOf("r1"), ...filesOf("r3"), ...filesOf("r4")]));
    expect(remaining.filter((address) => address.includes("r2"))).toEqual([]);
    // The page, its image, style sheet, script and source map.
    expect(pruned.files).toBe(5);
    expect(await prune(day(60))).toEqual({ files: 0, bytes: 0 });

    await stores.eventStore.command("TRUNCATE TABLE replay_segments");
    await prune(day(60));
    expect(await versions()).toEqual(["v-r3", "v-r4"]);
    expect((await addresses()).filter((address) => address.includes("r1"))).toEqual([]);
    expect(await addresses()).toContain("/assets/shared.css");
    expect(await bodies()).toBe((await addresses()).length + 2);
    expect((await stores.records.db.select().from(releases)).length, "marks of charts").toBe(4);
  });

  it("keeps a page that a click refers to, with its files", async () => {
    for (const [index, release] of ["r1", "r2", "r3"].entries()) await serve(release, day(index));
    const click = { ...interaction("c1", "ann", AT), page_version: "v-r1" };
    await stores.eventStore.insert("interactions", [click], "click");
    await prune(day(60));
    expect((await archive.readPage("v-r1"))?.html.toString()).toBe("page of r1");
    expect((await archive.readFile("/images?r1", AT))?.body.toString()).toBe("r1");
  });

  it("keeps files served during a recording, and shared content as long as one of its URLs is needed", async () => {
    await keep("/images?shown", "shown", AT);
    await keep("/images?before", "before", day(-20));
    await keep("/theme.png", "old", day(-20));
    await keep("/theme.png", "new", AT);
    await keep("/copy.png", "old", AT);
    await record(recordedAt(AT));
    await prune(day(40));
    expect(await addresses()).toEqual(["/copy.png", "/images?shown", "/theme.png"]);
    expect((await archive.readFile("/theme.png", AT))?.body.toString()).toBe("new");
    expect(
      (await archive.readFile("/copy.png", AT))?.body.toString(),
      "the same content as a pruned one",
    ).toBe("old");
    await stores.eventStore.command("TRUNCATE TABLE replay_segments");
    await prune(day(40));
    expect([await addresses(), await bodies()]).toEqual([[], 0]);
  });

  it("removes only the unneeded period of a URL that had the same content twice", async () => {
    await keep("/theme.png", "A", day(-20));
    await keep("/theme.png", "B", day(-10));
    await keep("/theme.png", "A", AT);
    await record(recordedAt(AT));
    await prune(day(40));
    const rows = await stores.records.db.select().from(archivedAddresses);
    expect(rows.map(({ firstSeenAt }) => firstSeenAt.getTime())).toEqual([AT]);
    expect((await archive.readFile("/theme.png", AT))?.body.toString()).toBe("A");
  });

  it("removes nothing that was served within a week, because late data may refer to it", async () => {
    for (const [index, release] of ["r1", "r2", "r3"].entries()) await serve(release, AT + index);
    await prune(day(6));
    expect(await versions()).toHaveLength(3);
    await prune(day(8));
    expect(await versions()).toEqual(["v-r2", "v-r3"]);
  });

  it("removes versions of a page that the same release replaced", async () => {
    await serve("r1", AT);
    const page = (version: string) => ({ version, path: "/", variant: "", html: Buffer.from(version) });
    await archive.keepPage(page("edited"), { release: "r1", addresses: [], at: day(1) });
    await archive.keepPage(
      { ...page("other"), variant: "customer" },
      { release: "r1", addresses: [], at: AT },
    );
    await prune(day(30));
    expect(await versions()).toEqual(["edited", "other"]);
  });

  it("keeps source maps as long as an error refers to their script, and nothing else of the release", async () => {
    for (const [index, release] of ["r1", "r2", "r3", "r4"].entries()) await serve(release, day(index * 10));
    const stack = "TypeError: x\n    at a (https://trellis.example/assets/r1.js:1:2)";
    const error = eventRow({
      message_id: "e1",
      type: "track",
      event: ERROR_EVENT,
      timestamp: AT,
      session_id: AT,
      properties: JSON.stringify({ message: "x", stack }),
    });
    await stores.eventStore.insert("events", [error], "error");
    const monitored = { message_id: "m1", type: "error", error_stack: "a@/assets/r2.js:3:4", raw: "{}" };
    await stores.eventStore.insert("monitoring_events", [monitored], "monitored");
    await prune(day(60));
    const left = (await addresses()).filter((address) => /r[12]\./.test(address));
    expect(left).toEqual([mapAddress("/assets/r1.js"), mapAddress("/assets/r2.js")]);
    await stores.eventStore.command("TRUNCATE TABLE events");
    await prune(day(60));
    expect((await addresses()).filter((address) => address.includes("r1"))).toEqual([]);
  });

  it("prunes more rows than one batch", async () => {
    const { db } = stores.records;
    const lastServedAt = new Date(AT);
    const many = Array.from({ length: 1200 }, (_, index) => `/images?${index}`);
    await db
      .insert(archivedFiles)
      .values(
        many.map((address) => ({
          digest: address,
          mediaType: "image/png",
          body: Buffer.from(address),
          keptAt: lastServedAt,
        })),
      );
    await db
      .insert(archivedAddresses)
      .values(many.map((address) => ({ address, digest: address, firstSeenAt: lastServedAt, lastServedAt })));
    expect((await prune(day(60))).files).toBe(1200);
    expect(await addresses()).toEqual([]);
  });

  it("archives a removed file again when it is served again", async () => {
    await keep("/assets/a.png", "a", AT);
    await prune(day(60));
    expect(await archive.markServed(["/assets/a.png"], day(61))).toEqual(["/assets/a.png"]);
    await keep("/assets/a.png", "a", day(61));
    expect(await archive.markServed(["/assets/a.png"], day(100))).toEqual([]);
    await prune(day(103));
    expect((await archive.readFile("/assets/a.png", day(103)))?.body.toString()).toBe("a");
  });
});
