import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import { beforeEach, expect, it, vi } from "vitest";
import type { IsSignedIn } from "../../ingest/exclusions.ts";
import { addSession } from "../../testing/addSession.ts";
import { silent, startTestRecords } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { createSignedInBrowsers } from "./signedInBrowsers.ts";
import { sessions } from "./tables.ts";

let now: number;
let reads: number;
let isAway: boolean;
let isSignedIn: IsSignedIn;
let records: Awaited<ReturnType<typeof startTestRecords>>;

beforeEach(async () => {
  records = await startTestRecords(temporaryDir());
  now = Date.UTC(2026, 5, 1);
  reads = 0;
  isAway = false;
  const select = vi.fn(() => {
    reads += 1;
    if (isAway) throw new Error("The record store is away.");
    return records.db.select();
  });
  isSignedIn = createSignedInBrowsers({
    db: { select } as never,
    now: () => now,
    isSecure: false,
    log: silent,
  });
  return () => records.stop();
});

const signIn = async (name: string) =>
  (await addSession(records.db, { email: `${name}@trellis.example`, role: "viewer", at: now })).cookie;

it("recognizes a new session immediately, and an ended one for at most 15 seconds", async () => {
  expect(await isSignedIn(await signIn("eve"))).toBe(true);
  now += 2 * ONE_SECOND;
  const bob = await signIn("bob");
  expect(await isSignedIn(`other=1; ${bob}`)).toBe(true);
  await records.db.delete(sessions);
  expect(await isSignedIn(bob)).toBe(true);
  now += 16 * ONE_SECOND;
  expect(await isSignedIn(bob)).toBe(false);
  const idle = await signIn("kim");
  now += ONE_DAY;
  expect(await isSignedIn(idle)).toBe(false);
});

it("reads at most once a second for forged cookies, and never without one", async () => {
  expect(await Promise.all(["a", "b", "c"].map((token) => isSignedIn(`marquee_console=${token}`)))).toEqual([
    false,
    false,
    false,
  ]);
  expect(await isSignedIn("marquee_console=d")).toBe(false);
  expect([await isSignedIn(undefined), await isSignedIn("marquee_session=1; a=b")]).toEqual([false, false]);
  expect(reads).toBe(1);
});

it("keeps its copy while the record store is unavailable", async () => {
  const eve = await signIn("eve");
  expect(await isSignedIn(eve)).toBe(true);
  isAway = true;
  now += 20 * ONE_SECOND;
  expect([await isSignedIn(eve), await isSignedIn("marquee_console=unknown")]).toEqual([true, false]);
});
