import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { type JobRun, jobRuns } from "../../../platform/observed.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { drained, silent, type TestStores } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { deletionRequests } from "../tables.ts";
import { deletePeople } from "./deletePeople.ts";
import { visitorIdentities } from "./identities.ts";
import { createErasureRunner, startErasure } from "./startErasure.ts";

/** In Berlin, one hour ahead of UTC. */
const NOON = Date.UTC(2026, 10, 29, 11);
const at = (hours: number) => NOON + hours * ONE_HOUR;
let stores: TestStores;
let now: number;
beforeAll(async () => {
  stores = await borrowTestStores();
}, 120_000);
afterAll(async () => {
  await stores.stop();
});
beforeEach(async () => {
  now = NOON;
  await stores.records.db.delete(deletionRequests);
  await stores.records.db.delete(consentReceipts);
});

const site = {
  current: () => ({
    id: "trellis.example",
    hosts: [],
    timeZone: "Europe/Berlin",
    weekStart: 1 as const,
    excludedAddresses: [],
  }),
};

interface InstanceOptions {
  rewriteSpools?: () => Promise<void>;
  records?: TestStores["records"];
  dataDir?: string;
}

/** An instance that checks whether it is time when told to. */
function instance({
  rewriteSpools = async () => undefined,
  records = stores.records,
  dataDir = temporaryDir(),
}: InstanceOptions = {}) {
  const rewritten: number[] = [];
  const ingest = {
    async rewriteSpools() {
      await rewriteSpools();
      rewritten.push(now);
    },
  };
  const { hashEmail } = stores.identities;
  const options = { ...stores, records, dataDir, ingest, hashEmail, site, isEmbedded: false, now: () => now };
  const { run, state } = createErasureRunner(options);
  const { signal } = new AbortController();
  return { options, rewritten, state, look: () => run({ signal, onStep: null }) };
}

/** The job of an instance, triggered immediately. */
function start(overrides: InstanceOptions = {}) {
  const { options, look } = instance(overrides);
  const erasure = startErasure({ ...options, log: silent });
  const runs: JobRun[] = [];
  const stopListening = jobRuns.listen((run) => void (run.name === "erasure" && runs.push(run)));
  onTestFinished(async () => {
    stopListening();
    await erasure.stop();
  });
  return { ...erasure, look, runs };
}

async function deleted(visitorId: string, requestedAt: number): Promise<void> {
  const times = { requestedAt: new Date(requestedAt), completedAt: new Date(requestedAt + ONE_MINUTE) };
  await stores.records.db
    .insert(deletionRequests)
    .values({ visitorId: "", subjectHash: visitorId, requestedBy: "visitor", ...times });
}
const erasedAt = async () => {
  const rows = await stores.records.db.select().from(deletionRequests).orderBy(deletionRequests.requestedAt);
  return rows.map((row) => row.erasedAt?.getTime() ?? null);
};

it("waits for the night, and no longer than a day after the request", async () => {
  const { look, state, rewritten } = instance();
  await deleted("a", at(0));
  await look();
  expect(await erasedAt()).toEqual([null]);
  expect(await state()).toMatchObject({ lastAt: null, waiting: 1, nextAt: at(16), runningSince: null });
  now = at(16) - 1;
  await look();
  expect(rewritten).toEqual([]);
  now = at(16);
  await look();
  expect([await erasedAt(), rewritten]).toEqual([[at(16)], [at(16)]]);
  expect(await state()).toMatchObject({ lastAt: at(16), waiting: 0, nextAt: null });

  // Right after the night's run started, so the next night would be too late.
  await deleted("b", at(16) + 1);
  expect(await state()).toMatchObject({ nextAt: at(39) + 1 });
  now = at(39);
  await look();
  expect(await erasedAt()).toEqual([at(16), null]);
  now = at(39) + 1;
  await look();
  expect(await erasedAt()).toEqual([at(16), at(39) + 1]);
});

it("retries until it succeeds, and logs why it failed", async () => {
  let isFull = true;
  const rewriteSpools = async () => {
    if (isFull) throw new Error("3 rows wait.");
  };
  const { look, runNow, runs } = start({ rewriteSpools });
  await deleted("a", at(0));
  now = at(16);
  await expect(look()).rejects.toThrow("3 rows wait.");
  await expect(runNow(() => undefined)).rejects.toThrow("3 rows wait.");
  expect([await erasedAt(), runs.at(-1)?.error]).toEqual([[null], new Error("3 rows wait.")]);
  isFull = false;
  now = at(18);
  await look();
  expect(await erasedAt()).toEqual([at(18)]);
});

it("retries while a table of the record store is in use, and names it", async () => {
  let inUse = ["leads"];
  const { records } = stores;
  const compact: typeof records.compact = async (tables) => [...(await records.compact(tables)), ...inUse];
  const { look, runNow } = start({ records: { ...records, compact } });
  await deleted("a", at(0));
  now = at(16);
  await expect(runNow(() => undefined)).rejects.toThrow("deleted rows are still in their files: leads.");
  await expect(look()).rejects.toThrow("leads");
  expect(await erasedAt()).toEqual([null]);
  inUse = [];
  await look();
  expect(await erasedAt()).toEqual([at(16)]);
});

it("rewrites the spools of every instance, including those that share the stores with the instance that did the rest", async () => {
  const [one, other] = [instance(), instance()];
  await deleted("a", at(0));
  now = at(16);
  await one.look();
  now = at(16) + 1;
  await other.look();
  expect([one.rewritten, other.rewritten]).toEqual([[at(16)], [at(16) + 1]]);
  expect(await erasedAt()).toEqual([at(16)]);
  now = at(17);
  await Promise.all([one.look(), other.look()]);
  expect([one.rewritten.length, other.rewritten.length]).toEqual([1, 1]);
});

it("rewrites spools once for each deletion, not again after a restart, including those of an instance that was down", async () => {
  const [dataDir, otherDir] = [temporaryDir(), temporaryDir()];
  await deleted("a", at(0));
  now = at(16);
  for (const folder of [dataDir, otherDir]) await instance({ dataDir: folder }).look();
  await deleted("b", at(17));
  now = at(40);
  const one = instance({ dataDir });
  await one.look();
  now = at(41);
  const [again, other] = [instance({ dataDir }), instance({ dataDir: otherDir })];
  for (const { look } of [again, other]) await look();
  expect([one.rewritten, again.rewritten, other.rewritten]).toEqual([[at(40)], [], [at(41)]]);
});

it("removes rows deleted without a request, such as replays, at night, or immediately on demand", async () => {
  const { eventStore, spool } = stores;
  const { look, runNow } = start();
  const marked = async () => {
    const sql =
      "SELECT name FROM system.parts WHERE database = currentDatabase() AND active AND has_lightweight_delete";
    return (await eventStore.query(sql)).length;
  };
  const remove = async (visitor: string) => {
    const rows = ["1", "2"].map((id) => eventRow({ message_id: `${visitor} ${id}`, anonymous_id: visitor }));
    await spool.append([...rows, eventRow({ message_id: `kept ${visitor}`, anonymous_id: "kept" })]);
    await drained(stores);
    await deletePeople(stores, visitorIdentities(visitor));
  };
  await remove("a");
  expect(await marked()).toBeGreaterThan(0);
  now = at(15);
  await look();
  expect(await marked()).toBeGreaterThan(0);
  now = at(16) + ONE_MINUTE;
  await look();
  expect(await marked()).toBe(0);
  await remove("b");
  now = at(40) - ONE_DAY / 2;
  await deleted("b", now - ONE_HOUR);
  await stores.records.db
    .insert(deletionRequests)
    .values({ visitorId: "pending", requestedBy: "visitor", requestedAt: new Date(now) });
  const steps = new Set<string>();
  expect(await runNow(({ name }) => void steps.add(name))).toEqual({ erased: 1, pending: 1 });
  expect([...steps]).toEqual(["spools", "names", "events", "records"]);
  expect(await marked()).toBe(0);
});

it("holds the event store's lock per statement, so that a migration need not wait for the end, and not during one", async () => {
  const { eventStore, spool, records } = stores;
  const times = [Date.UTC(2026, 0, 5), Date.UTC(2026, 1, 5)];
  const rowsOf = (visitor: string) =>
    times.map((timestamp) =>
      eventRow({ message_id: `${visitor} ${timestamp}`, anonymous_id: visitor, timestamp }),
    );
  await spool.append([...rowsOf("leaves"), ...rowsOf("stays")]);
  await drained(stores);
  await deletePeople(stores, visitorIdentities("leaves"));
  const turns: string[] = [];
  let isMigrated = true;
  const alone: typeof records.alone = async (task, options) => {
    const turn = options?.turn ?? "events";
    turns.push(turn);
    // Starts once the run has checked.
    if (turn === "erasure" && isMigrated)
      await eventStore.command("CREATE TABLE events_next AS events ENGINE = Memory");
    return records.alone(task, options);
  };
  const { runNow } = start({ records: { ...records, alone } });
  try {
    await expect(runNow(() => undefined)).rejects.toThrow("being migrated");
    expect(turns).toEqual(["erasure", "events"]);
    await expect(runNow(() => undefined)).rejects.toThrow("being migrated");
    expect(turns).toEqual(["erasure", "events"]);
  } finally {
    await eventStore.command("DROP TABLE IF EXISTS events_next");
  }
  isMigrated = false;
  turns.length = 0;
  let partitions = 0;
  await runNow(({ of }) => {
    partitions = Math.max(partitions, of);
  });
  expect(partitions).toBeGreaterThan(1);
  expect(turns[0]).toBe("erasure");
  expect(turns.filter((turn) => turn === "events").length).toBeGreaterThan(partitions);
});

it("hashes the names that earlier versions kept", async () => {
  const { db } = stores.records;
  const { hashEmail } = stores.identities;
  const receipt = {
    groups: [],
    textVersion: 1,
    country: "",
    decidedAt: new Date(NOON),
    receivedAt: new Date(NOON),
  };
  const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  await db.insert(consentReceipts).values({ ...receipt, id, visitorId: "ann" });
  const times = { requestedAt: new Date(NOON), completedAt: new Date(NOON) };
  await db.insert(deletionRequests).values([
    { ...times, visitorId: "ann", requestedBy: "visitor" },
    { ...times, visitorId: "Eve@Shop.example", requestedBy: "owner@trellis.example" },
  ]);
  await start().runNow(() => undefined);
  expect(await db.select().from(consentReceipts)).toMatchObject([
    { id, visitorId: null, visitorHash: hashEmail.ofId("ann") },
  ]);
  const rows = await db.select().from(deletionRequests).orderBy(deletionRequests.requestedBy);
  expect(rows).toMatchObject([
    {
      visitorId: "",
      subjectHash: hashEmail("eve@shop.example"),
      names: { emails: [hashEmail("eve@shop.example")] },
    },
    { visitorId: "", subjectHash: hashEmail.ofId("ann"), names: { anonymousIds: [hashEmail.ofId("ann")] } },
  ]);
});
