import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import type { Records } from "../../../platform/storage/records/records.ts";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { identities } from "../tables.ts";
import { type Link, linkNames } from "./linkNames.ts";
import { createEmailHash, type Name } from "./names.ts";

const hashEmail = createEmailHash(() => "key");
const NOON = Date.UTC(2026, 5, 1, 12);
let records: Records;
beforeAll(async () => {
  records = await borrowRecords();
});
afterAll(async () => {
  await records.stop();
});

const link = (
  names: readonly Name[],
  anonymousIds: readonly string[] = [],
  overrides: Partial<Link> = {},
): Link => ({ names, anonymousIds, source: "event", seenAt: NOON, ...overrides });
const user = (value: string): Name => ({ kind: "user", value });
const email = (value: string): Name => ({ kind: "email", value });
const store = (links: readonly Link[]) => records.db.transaction((tx) => linkNames(tx, links, hashEmail));

/** The names of each person, in a fixed order. */
async function people(): Promise<string[]> {
  const rows = await records.db.select().from(identities);
  const named = new Map<string, string[]>();
  for (const { person, kind, value } of rows)
    named.set(person, [...(named.get(person) ?? []), `${kind} ${value}`].sort());
  return [...named.values()].map((names) => names.join(", ")).sort();
}

const letter = fc.constantFrom(..."abcd");
const name = fc
  .tuple(fc.constantFrom("user", "email"), letter)
  .map(([kind, value]) => ({ kind, value }) as Name);
const anyLink = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 2 }), fc.subarray(["x", "y"]))
  .map(([names, browsers]) => link(names, browsers));

it("stores the same people for the same links in any order, also when links are repeated", async () => {
  const shuffled = fc
    .array(anyLink, { maxLength: 8 })
    .chain((original) =>
      fc.tuple(fc.constant(original), fc.shuffledSubarray(original, { minLength: original.length })),
    );
  await fc.assert(
    fc.asyncProperty(shuffled, fc.integer({ min: 1, max: 3 }), async ([original, order], size) => {
      await records.db.delete(identities);
      await store(original);
      const expected = await people();
      await store(original);
      expect(await people()).toEqual(expected);
      await records.db.delete(identities);
      for (let at = 0; at < order.length; at += size) await store(order.slice(at, at + size));
      expect(await people()).toEqual(expected);
    }),
    { numRuns: IS_SOAK ? 200 : 12 },
  );
});

it("never joins people because they used the same browser", async () => {
  await records.db.delete(identities);
  await store([link([user("a"), email("1")], ["shared", "own"]), link([user("b")], ["shared"])]);
  await store([link([user("c")], ["shared"])]);
  expect(await people()).toEqual([
    "anonymous own, anonymous shared, email 1, user a",
    "anonymous shared, user b",
    "anonymous shared, user c",
  ]);
});

it("keeps one row for a browser of two people who are merged, with the latest times", async () => {
  await records.db.delete(identities);
  const receipt = {
    id: randomUUID(),
    visitorId: "x",
    textVersion: 1,
    country: "",
    receivedAt: new Date(NOON),
  };
  const decidedAt = new Date(NOON - 5000);
  await records.db.insert(consentReceipts).values({ ...receipt, groups: ["C0001", "C0002"], decidedAt });
  await store([link([user("a")], ["x"]), link([user("b")], ["x"], { seenAt: NOON + 1000, source: "lead" })]);
  await store([link([user("a"), user("b")])]);
  const rows = await records.db.select().from(identities);
  expect(rows).toHaveLength(3);
  expect(rows.find(({ kind }) => kind === "anonymous")).toMatchObject({
    source: "lead",
    consentedAt: decidedAt,
    lastSeenAt: new Date(NOON + 1000),
  });
});

it("assigns a name to one person, however many instances store it at the same time", async () => {
  await records.db.delete(identities);
  const chain = Array.from({ length: 20 }, (_, index) => link([user(`u${index}`), user(`u${index + 1}`)]));
  await Promise.all(chain.map((each) => store([each])));
  expect(await people()).toHaveLength(1);
  // Even without the lock, the records reject a second person.
  const row = { person: randomUUID(), kind: "user" as const, value: "u0", source: "event" as const };
  await expect(
    records.db.insert(identities).values({ ...row, lastSeenAt: new Date(NOON) }),
  ).rejects.toThrow();
});
