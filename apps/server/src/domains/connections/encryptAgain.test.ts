import { randomBytes } from "node:crypto";
import type { ConnectionKind } from "@marquee/contract/schema";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { decryptSecret } from "../../platform/storage/encryptSecret.ts";
import type { Records } from "../../platform/storage/records/records.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { startTestConnections } from "../../testing/startTestConnections.ts";
import { encryptAgain } from "./encryptAgain.ts";
import { connections } from "./tables.ts";

const newKey = () => randomBytes(32).toString("base64url");
const [OLD, NEW] = [newKey(), newKey()];
const OWNER = "owner@trellis.example";
const SETTINGS = {
  spaceId: "space",
  environment: "master",
  contentType: "page",
  origin: "https://cdn.contentful.com",
};
let records: Records;
beforeAll(async () => {
  records = await borrowRecords();
});
beforeEach(() => records.db.delete(connections).then(() => undefined));
afterAll(() => records.stop());

async function connect(key: string): Promise<void> {
  const instance = await startTestConnections({ records }, { key });
  await instance.save(
    "contentful",
    { revision: 0, settings: SETTINGS, secrets: { accessToken: "token" } },
    OWNER,
  );
  await instance.save(
    "slack",
    { revision: 0, settings: {}, secrets: { url: "https://hooks.slack.com/services/a" } },
    OWNER,
  );
  await instance.stop();
}

const rowOf = async (kind: ConnectionKind) => {
  const [row] = await records.db.select().from(connections).where(eq(connections.kind, kind));
  return row;
};
const opens = async (kind: ConnectionKind, key: string) => {
  try {
    return decryptSecret((await rowOf(kind))?.secrets ?? "", key, kind) !== "";
  } catch {
    return false;
  }
};

it("encrypts all secrets with the current key, and changes nothing else", async () => {
  await connect(OLD);
  const before = await rowOf("contentful");
  expect(await encryptAgain(records.db, { current: NEW, earlier: [newKey(), OLD] })).toEqual([]);
  const after = await rowOf("contentful");
  expect({ ...after, secrets: null }).toEqual({ ...before, secrets: null });
  for (const kind of ["contentful", "slack"] as const)
    expect([await opens(kind, OLD), await opens(kind, NEW)]).toEqual([false, true]);
  expect(await encryptAgain(records.db, { current: NEW, earlier: [] })).toEqual([]);
  expect(await rowOf("contentful")).toEqual(after);
});

it("encrypts all of them or none", async () => {
  await connect(OLD);
  await records.db.execute(
    sql`alter table connections add constraint breaks check (kind <> 'slack') not valid`,
  );
  try {
    await expect(encryptAgain(records.db, { current: NEW, earlier: [OLD] })).rejects.toThrow();
    for (const kind of ["contentful", "slack"] as const) expect(await opens(kind, OLD)).toBe(true);
  } finally {
    await records.db.execute(sql`alter table connections drop constraint breaks`);
  }
});

it("names secrets that no key decrypts, and keeps them", async () => {
  await connect(OLD);
  const before = await rowOf("slack");
  const key = newKey();
  expect(await encryptAgain(records.db, { current: key, earlier: [NEW] })).toEqual(["contentful", "slack"]);
  expect(await rowOf("slack")).toEqual(before);
});

it("automatically resumes a connection that was unused because of a wrong key", async () => {
  await connect(OLD);
  const stateOf = async (instance: Awaited<ReturnType<typeof startTestConnections>>) =>
    (await instance.describe()).find(({ kind }) => kind === "slack")?.state;
  const wrong = await startTestConnections({ records }, { key: NEW });
  expect(wrong.read("slack")).toBeNull();
  await expect.poll(() => stateOf(wrong)).toBe("failing");
  await wrong.stop();
  const right = await startTestConnections({ records }, { key: NEW, earlier: [OLD] });
  expect(right.read("slack")?.secrets.url).toBe("https://hooks.slack.com/services/a");
  expect(await stateOf(right)).toBe("connected");
  await right.stop();
});

it("goes unnoticed by an instance that still has the previous key", async () => {
  await connect(OLD);
  const [before, after] = [
    await startTestConnections({ records }, { key: OLD }),
    await startTestConnections({ records }, { key: NEW, earlier: [OLD] }),
  ];
  expect(await opens("slack", NEW)).toBe(true);
  const slack = before.read("slack");
  const onChange = vi.fn();
  before.onChange(onChange);
  await before.save(
    "contentful",
    { revision: 1, settings: { ...SETTINGS, spaceId: "other" }, secrets: {} },
    OWNER,
  );
  // That instance encrypts with its own key, which the other one still has.
  await expect.poll(() => after.read("contentful")?.settings.spaceId).toBe("other");
  expect(after.read("contentful")?.secrets.accessToken).toBe("token");
  expect(before.read("slack")).toBe(slack);
  expect(onChange).toHaveBeenCalledTimes(1);
  await before.stop();
  await after.stop();
  // Its own restart, with the new key, is the last one.
  await (await startTestConnections({ records }, { key: NEW, earlier: [OLD] })).stop();
  expect(await opens("contentful", NEW)).toBe(true);
});
