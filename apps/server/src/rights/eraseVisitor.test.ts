import { afterAll, beforeAll, expect, it } from "vitest";
import { querySessions } from "../storage/events/queries/sessions.ts";
import { queryTopPages } from "../storage/events/queries/topPages.ts";
import { queryTotals } from "../storage/events/queries/totals.ts";
import type { Stores } from "../storage/stores.ts";
import { eventRow } from "../testing/eventRow.ts";
import { countRows, drained, startTestStores } from "../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";
import { eraseVisitor } from "./eraseVisitor.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const SPAN = { from: NOON - 3_600_000, to: NOON + 3_600_000 };
let dataDir: string;
let stores: Stores;
beforeAll(async () => {
  dataDir = createTemporaryDir();
  stores = await startTestStores(dataDir);
}, 120_000);
afterAll(async () => {
  await stores.stop();
  removeDir(dataDir);
});

it("takes a visitor out of events, sessions, samples and every figure, and leaves the others", async () => {
  const { eventStore, spool } = stores;
  const view = (id: string, visitor: string, path = "/pricing") =>
    eventRow({ message_id: id, anonymous_id: visitor, path, session_id: NOON });
  await spool.append([view("a1", "ann"), view("a2", "ann", "/brain"), view("b1", "ben")]);
  await drained(stores);
  const sample = { received_at: NOON, reason: "too_large", visitor_id: "ann", bytes: 1 };
  await eventStore.insert("rejected_events", [sample], "sample");
  expect(await queryTotals(eventStore, SPAN)).toEqual({ visitors: 2, pageViews: 3 });
  expect(await querySessions(eventStore, SPAN)).toMatchObject({ sessions: 2, bounces: 1 });

  // Twice: the second finds the counts of the first as they are.
  for (let times = 0; times < 2; times += 1) await eraseVisitor(stores, "ann");

  expect(await queryTotals(eventStore, SPAN)).toEqual({ visitors: 1, pageViews: 1 });
  expect(await queryTopPages(eventStore, SPAN, 10)).toEqual([
    { name: "/pricing", visitors: 1, pageViews: 1 },
  ]);
  expect(await querySessions(eventStore, SPAN)).toMatchObject({ sessions: 1, bounces: 1 });
  expect(await countRows(eventStore, "events", "visitor_id = 'ann'")).toBe(0);
  expect(await eventStore.query("SELECT reason FROM rejected_events")).toEqual([]);
});

it("counts the same rest again, however often somebody is deleted", async () => {
  const { eventStore, spool } = stores;
  for (const visitor of ["cat", "dan"]) {
    await spool.append([eventRow({ message_id: visitor, anonymous_id: visitor, session_id: NOON })]);
    await drained(stores);
    await eraseVisitor(stores, visitor);
    expect(await queryTotals(eventStore, SPAN)).toEqual({ visitors: 1, pageViews: 1 });
  }
});
