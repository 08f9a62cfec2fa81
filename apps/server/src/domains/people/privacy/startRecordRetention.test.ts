import { randomUUID } from "node:crypto";
import { ONE_DAY, ONE_YEAR } from "@marquee/contract";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordKind, RecordRetention } from "../../../platform/config/recordRetention.ts";
import type { Records } from "../../../platform/storage/records/records.ts";
import { changes } from "../../../platform/storage/records/tables.ts";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { newLead } from "../../../testing/newLead.ts";
import { accounts, knownDevices } from "../../accounts/tables.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { leads, removedLeads } from "../../leads/tables.ts";
import { linkLead } from "../identities/linkLeads.ts";
import { createEmailHash } from "../identities/names.ts";
import { identities } from "../tables.ts";
import { expireRecords } from "./startRecordRetention.ts";

const NOW = Date.UTC(2026, 10, 30);
const FOREVER: RecordRetention = { leads: null, receipts: null, changes: null };
const hashEmail = createEmailHash(() => "key");
const ago = (days: number) => new Date(NOW - days * ONE_DAY);

const log = { info: vi.fn<(line: string) => void>(), warn: vi.fn<(line: string) => void>() };

let records: Records;
let db: Records["db"];
beforeEach(async () => {
  records = await borrowRecords();
  ({ db } = records);
  vi.clearAllMocks();
});
afterEach(() => records.stop());

/** @param days confirmed for the kinds with a limit. */
const expire = (retention: Partial<RecordRetention>, days: number[] = []) => {
  const confirmed = { leads: [], receipts: [], changes: [] };
  return expireRecords({
    db,
    hashEmail,
    log,
    now: () => NOW,
    confirmed: { ...confirmed, ...Object.fromEntries(Object.keys(retention).map((kind) => [kind, days])) },
    retention: { ...FOREVER, ...retention },
  });
};

async function addLead(email: string, days: number): Promise<string> {
  const [lead] = await db
    .insert(leads)
    .values({ ...newLead(email), createdAt: ago(days) })
    .returning();
  if (!lead) throw new Error("The lead was not stored.");
  await db.transaction((tx) => linkLead(tx, lead, null, hashEmail));
  return lead.id;
}

const ADD: Record<RecordKind, (days: number) => Promise<unknown>> = {
  leads: (days) => addLead(`${randomUUID()}@acme.example`, days),
  receipts: (days) =>
    db
      .insert(consentReceipts)
      .values({
        id: randomUUID(),
        visitorId: null,
        groups: [],
        textVersion: 1,
        country: "",
        decidedAt: ago(days),
        receivedAt: ago(days),
      }),
  changes: (days) =>
    db.insert(changes).values({ at: ago(days), actor: "a", entity: "note", key: "1", action: "edited" }),
};
const TABLES = { leads, receipts: consentReceipts, changes } as const;
const KINDS = Object.keys(TABLES) as RecordKind[];
const countOf = async (kind: RecordKind) => (await db.select().from(TABLES[kind])).length;

describe.each(KINDS)("%s", (kind) => {
  it("are kept forever by default, otherwise for the configured days", async () => {
    for (const days of [1, 29, 31, 4000]) await ADD[kind](days);
    await expire({});
    expect(await countOf(kind)).toBe(4);
    await expire({ [kind]: 30 }, [30]);
    expect(await countOf(kind)).toBe(2);
    for (const other of KINDS.filter((each) => each !== kind)) expect(await countOf(other)).toBe(0);
  });

  it("are kept until a shorter time is confirmed, and the log says once what it would delete", async () => {
    for (const days of [10, 50, 100]) await ADD[kind](days);
    await expire({ [kind]: 70 }, [70]);
    expect(await countOf(kind)).toBe(2);
    await expire({ [kind]: 30 });
    expect(await countOf(kind)).toBe(2);
    expect(log.warn.mock.calls[0]?.[0]).toMatch(
      /_RETENTION_DAYS=30 would delete 1 \w+\. The longer retention stays in effect\. To delete them, set RETENTION_CONFIRM=\w+:30\./,
    );
    await expire({ [kind]: 30 }, [70, 30]);
    expect(await countOf(kind)).toBe(1);
    await ADD[kind](31);
    await expire({ [kind]: 30 });
    expect(await countOf(kind)).toBe(1);
  });

  it("need no confirmation if none are older", async () => {
    await ADD[kind](10);
    await expire({ [kind]: 30 });
    expect(log.warn).not.toHaveBeenCalled();
    await ADD[kind](31);
    await expire({ [kind]: 30 });
    expect(await countOf(kind)).toBe(1);
  });
});

it("deletes more rows than fit into one transaction", async () => {
  const row = { at: ago(50), actor: "a", entity: "note", key: "1", action: "edited" } as const;
  await db.insert(changes).values(Array.from({ length: 1203 }, () => row));
  await expire({ changes: 30 }, [30]);
  expect(await countOf("changes")).toBe(0);
  expect(log.info).toHaveBeenCalledWith("Deleted 1203 changes past their retention period.");
});

it("forgets the names of leads, except for an address that another lead has, and has their copies deleted", async () => {
  const [old, repeated] = [await addLead("Ann@acme.example", 50), await addLead("ben@acme.example", 50)];
  const recent = await addLead("BEN@acme.example", 10);
  await expire({ leads: 30 }, [30]);
  const names = await db.select().from(identities);
  expect(names.filter(({ kind }) => kind === "lead").map(({ value }) => value)).toEqual([recent]);
  const sourceOf = (email: string) => names.find(({ value }) => value === hashEmail(email))?.source;
  // It expires with the events.
  expect(sourceOf("ann@acme.example")).toBe("event");
  expect(sourceOf("ben@acme.example")).toBe("lead");
  const removed = (await db.select().from(removedLeads)).map(({ id }) => id);
  expect(removed.sort()).toEqual([old, repeated].sort());
});

it("forgets devices that nobody has used for a year", async () => {
  const [account] = await db
    .insert(accounts)
    .values({ email: "a@b.example", passwordHash: "-", role: "owner" })
    .returning();
  const accountId = account?.id ?? "";
  for (const [id, days] of [
    ["old", ONE_YEAR / ONE_DAY + 1],
    ["recent", 300],
  ] as const)
    await db.insert(knownDevices).values({ id, accountId, lastUsedAt: ago(days) });
  await expire({});
  const left = await db.select().from(knownDevices).where(eq(knownDevices.accountId, accountId));
  expect(left.map(({ id }) => id)).toEqual(["recent"]);
});
