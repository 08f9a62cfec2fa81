import { ONE_SECOND } from "@marquee/contract";
import type { AuditQuery, AuditResponse } from "@marquee/contract/schema";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Records } from "../../../platform/storage/records/records.ts";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { createEmailHash } from "../identities/names.ts";
import { dataExports, deletionRequests } from "../tables.ts";
import { readAudit } from "./readAudit.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const OWNER = "owner@trellis.example";
let records: Records;

const withdrawal = (index: number, at = NOON + index) => ({
  visitorId: `visitor-${index}`,
  requestedBy: "visitor",
  requestedAt: new Date(at),
});

beforeAll(async () => {
  records = await borrowRecords();
  const { db } = records;
  const request = { requestedBy: OWNER, requestedAt: new Date(NOON - ONE_SECOND) };
  await db.insert(dataExports).values({ subject: "eve@shop.example", ...request });
  await db
    .insert(deletionRequests)
    .values({ ...request, visitorId: "100%_eve", requestedAt: new Date(NOON - 2 * ONE_SECOND) });
  // Four at each timestamp, so that page boundaries fall among equal timestamps.
  await db.insert(deletionRequests).values(Array.from({ length: 300 }, (_, index) => withdrawal(index >> 2)));
});
afterAll(async () => {
  await records.stop();
});

const hashEmail = createEmailHash(() => "key");
const read = (query: AuditQuery = {}) => readAudit(records.db, query, hashEmail);
const subjects = ({ entries }: AuditResponse) => entries.map(({ subject }) => subject);

it("lists requests by staff even after many later withdrawals", async () => {
  const { entries, next, counts } = await read();
  expect(entries).toMatchObject([
    { action: "export", actor: OWNER, subject: "eve@shop.example", at: NOON - ONE_SECOND, deletion: null },
    { action: "delete", actor: OWNER, subject: "100%_eve", deletion: { completedAt: null } },
  ]);
  expect({ next, counts }).toEqual({ next: null, counts: { staff: 2, visitors: 300 } });
});

it("pages through withdrawals without duplicates or gaps while more arrive", async () => {
  const ids: string[] = [];
  let before: string | null = null;
  let pages = 0;
  do {
    const page: AuditResponse = await read({ by: "visitors", ...(before && { before }) });
    ids.push(...page.entries.map(({ id }) => id));
    before = page.next;
    pages += 1;
    await records.db.insert(deletionRequests).values(withdrawal(pages, NOON + ONE_SECOND));
  } while (before && pages < 10);
  expect([pages, ids.length, new Set(ids).size]).toEqual([6, 300, 300]);
  const [newest] = (await read({ by: "visitors" })).entries;
  expect(newest).toMatchObject({ action: "withdrawal", actor: null, at: NOON + ONE_SECOND });
});

it.each([
  [{ action: "export" }, ["eve@shop.example"]],
  [{ action: "delete" }, ["100%_eve"]],
  [{ text: "EVE" }, ["eve@shop.example", "100%_eve"]],
  [{ text: "owner@" }, ["eve@shop.example", "100%_eve"]],
  [{ text: "0%_e" }, ["100%_eve"]],
  [{ text: "1_0" }, []],
  [{ text: "' OR 1=1 --" }, []],
  [{ text: "visitor-74", by: "visitors" }, Array(4).fill("visitor-74")],
  [{ text: OWNER, by: "visitors" }, []],
] as const)("filters by %j", async (query, expected) => {
  expect(subjects(await read(query))).toEqual(expected);
});

it("counts matches of the text among staff and visitors", async () => {
  expect((await read({ text: "visitor-74" })).counts).toEqual({ staff: 0, visitors: 4 });
});

it("reads requests by staff from their partial index", async () => {
  const plan = await records.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const query = sql`explain select * from erasures where requested_by <> 'visitor' order by requested_at desc, id desc limit 51`;
    return JSON.stringify(await tx.execute(query));
  });
  expect(plan).toContain("erasures_by_staff");
});

it("rejects an invalid cursor", async () => {
  await expect(read({ before: "nonsense" })).rejects.toThrow("before");
});
