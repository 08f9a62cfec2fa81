import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import fc from "fast-check";
import { open, type RootDatabase } from "lmdb";
import { expect, it, onTestFinished } from "vitest";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { MAX_DATABASES } from "./checkSpoolFile.ts";
import { digestOf, openSeenIds } from "./seenIds.ts";

const START = Date.UTC(2026, 2, 29);
const SLOT = 6 * ONE_HOUR;

function openRoot(dir: string): RootDatabase {
  const root = open({ path: dir, maxDbs: MAX_DATABASES });
  onTestFinished(() => root.close());
  return root;
}

const rowsOf = (names: readonly (number | string)[]) =>
  names.map((name) => ({ id: digestOf(String(name)), name }));

/** Entries of the databases that hold IDs. */
function stored(root: RootDatabase): Record<string, number> {
  const counts = ["seenLog", "seenFilters", "seenBuckets"].map((name) => [
    name,
    root.openDB({ name, encoding: "binary" }).getCount(),
  ]);
  return Object.fromEntries(counts);
}

type Step = { ids: number[] } | { hours: number } | "restart" | "fail";

it("finds what was added within the last day, whatever is added, restarted and failed in any order", async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ ids: fc.array(fc.nat(60), { maxLength: 12 }) }) },
    { weight: 2, arbitrary: fc.record({ hours: fc.nat(9) }) },
    { weight: 3, arbitrary: fc.constantFrom<Step>("restart", "fail") },
  );
  await fc.assert(
    fc.asyncProperty(fc.array<Step>(step, { maxLength: 40 }), async (steps) => {
      const dir = temporaryDir();
      let root = open({ path: dir, maxDbs: MAX_DATABASES });
      let now = START;
      const openIds = () => openSeenIds(root, () => now, 8);
      let seen = openIds();
      const slots = new Map<number, number>();
      for (const each of steps) {
        if (each === "restart") {
          await root.close();
          root = open({ path: dir, maxDbs: MAX_DATABASES });
          seen = openIds();
        } else if (each === "fail") {
          await expect(
            root.childTransaction(() => {
              // Not remembered from an earlier failure.
              expect(seen.addNew(rowsOf(["never stored"]))).toHaveLength(1);
              throw new Error("The disk is full.");
            }),
          ).rejects.toThrow("full");
          seen.forgetFailed();
        } else if ("hours" in each) now += each.hours * ONE_HOUR;
        else {
          const slot = Math.floor(now / SLOT);
          const expected = [...new Set(each.ids)].filter((id) => (slots.get(id) ?? -9) < slot - 4);
          for (const id of expected) slots.set(id, slot);
          const added = await root.transaction(() => seen.addNew(rowsOf(each.ids)));
          expect(added.map(({ name }) => name)).toEqual(expected);
        }
      }
      await root.close();
    }),
  );
});

it("finds IDs among those of many runs", async () => {
  const root = openRoot(temporaryDir());
  const seen = openSeenIds(root, () => START, 1000);
  const ids = Array.from({ length: 20_000 }, (_, index) => index);
  for (let at = 0; at < ids.length; at += 100)
    await root.transaction(() => seen.addNew(rowsOf(ids.slice(at, at + 100))));
  expect(stored(root)).toMatchObject({ seenLog: 10, seenFilters: 19 });
  expect(await root.transaction(() => seen.addNew(rowsOf(ids)))).toEqual([]);
  expect(await root.transaction(() => seen.addNew(rowsOf(["new"])))).toHaveLength(1);
});

it("removes expired runs from the disk, one at a time", async () => {
  const root = openRoot(temporaryDir());
  let now = START;
  const seen = openSeenIds(root, () => now, 10);
  for (let at = 0; at < 40; at += 10)
    await root.transaction(() => seen.addNew(rowsOf(Array.from({ length: 10 }, (_, index) => at + index))));
  now += ONE_DAY + SLOT;
  await root.transaction(() => seen.addNew(rowsOf(["later"])));
  expect(stored(root)).toMatchObject({ seenLog: 1, seenFilters: 3 });
  for (let name = 0; name < 3; name += 1) await root.transaction(() => seen.addNew(rowsOf([`more ${name}`])));
  expect(stored(root)).toEqual({ seenLog: 4, seenFilters: 0, seenBuckets: 0 });
});

it("keeps the IDs that an earlier version stored", async () => {
  const root = openRoot(temporaryDir());
  const old = root.openDB({ name: "seen", encoding: "msgpack" });
  const slot = START / SLOT;
  const ids = Array.from({ length: 12_000 }, (_, index) => index);
  for (const id of ids)
    old.put([slot - (id % 3), Buffer.from(digestOf(String(id)), "latin1").toString("base64")], 1);
  old.put([slot - 9, Buffer.from(digestOf("expired"), "latin1").toString("base64")], 1);
  await root.flushed;
  const seen = openSeenIds(root, () => START, 1000);
  expect(await root.transaction(() => seen.addNew(rowsOf(ids)))).toEqual([]);
  expect(await root.transaction(() => seen.addNew(rowsOf(["expired"])))).toHaveLength(1);
  expect([...root.getKeys()]).not.toContain("seen");
});
