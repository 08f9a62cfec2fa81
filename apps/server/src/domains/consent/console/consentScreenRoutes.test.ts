import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import type { ConsentResponse, ReceiptSearchResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { queryWithin } from "../../../testing/queryWithin.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { deletionRequests } from "../../people/tables.ts";
import { consentReceipts } from "../tables.ts";

/** The day on which Berlin's clock goes back has 25 hours. */
const NIGHT = Date.parse("2026-10-25T00:00+02:00");
let stores: TestStores;
let console: TestConsole;

const idOf = (number: number) => `3f2504e0-4f89-41d3-9a0c-${String(number).padStart(12, "0")}`;
type Receipt = typeof consentReceipts.$inferInsert;
const receipt = (number: number, at: number, overrides: Partial<Receipt> = {}): Receipt => ({
  id: idOf(number),
  visitorId: `visitor-${number}`,
  groups: ["C0001", "C0002"],
  textVersion: 1,
  country: "DE",
  decidedAt: new Date(at),
  receivedAt: new Date(at),
  ...overrides,
});

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores);
  const { db } = stores.records;
  const many = Array.from({ length: 60 }, (_, index) => receipt(100 + index, NIGHT + 3 * ONE_DAY));
  await db
    .insert(consentReceipts)
    .values([
      receipt(1, NIGHT - ONE_MINUTE),
      receipt(2, NIGHT + 24 * ONE_HOUR, { groups: ["C0001", "C0002", "C0003"], country: "NO" }),
      receipt(3, NIGHT + 26 * ONE_HOUR, { groups: ["C0001"], textVersion: 2, country: "" }),
      ...many,
    ]);
  const request = { visitorId: "visitor-3", requestedBy: "visitor" };
  await db.insert(deletionRequests).values([
    { ...request, requestedAt: new Date(NIGHT + ONE_HOUR), completedAt: new Date(NIGHT + 2 * ONE_HOUR) },
    { ...request, requestedAt: new Date(NIGHT + 26 * ONE_HOUR) },
    {
      visitorId: "visitor-3",
      requestedBy: "owner@trellis.example",
      requestedAt: new Date(NIGHT + 27 * ONE_HOUR),
    },
  ]);
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const SPAN = { from: NIGHT - ONE_DAY, to: NIGHT + 2 * ONE_DAY + ONE_HOUR };
const ask = (path: string, overrides: object = {}) =>
  console.post(`/query${path}`, queryWithin({ ...SPAN, ...overrides }));

describe("POST /query/consent", () => {
  it("counts decisions by day in the site's time zone, and withdrawals and deletions separately", async () => {
    const { definition, revision } = (await console.get("/site")).json();
    await console.put("/site", { revision, definition: { ...definition, timeZone: "Europe/Berlin" } });
    const answer = (await ask("/consent")).json() as ConsentResponse;
    expect(answer.series).toMatchObject([
      { start: NIGHT - ONE_DAY, receipts: 1, analytics: 1, refused: 0 },
      { start: NIGHT, receipts: 1, analytics: 1, functional: 1, marketing: 0 },
      { start: NIGHT + 25 * ONE_HOUR, receipts: 1, analytics: 0, refused: 1 },
    ]);
    expect(answer.totals).toEqual({ receipts: 3, analytics: 2, functional: 1, marketing: 0, refused: 1 });
    expect(answer.deletions).toEqual({ requested: 2, completed: 1 });
    expect([answer.textVersions, [...answer.countries].sort()]).toEqual([
      [1, 2],
      ["DE", "NO"],
    ]);
  });
});

describe("POST /query/consent/receipts", () => {
  const search = async (overrides: object = {}) =>
    (await ask("/consent/receipts", overrides)).json() as ReceiptSearchResponse;
  const idsOf = ({ receipts }: ReceiptSearchResponse) => receipts.map(({ id }) => id);

  it.each([
    [{}, [3, 2, 1]],
    [{ id: "visitor-2" }, [2]],
    [{ id: idOf(1) }, [1]],
    [{ id: "' OR 1=1 --" }, []],
    [{ decision: "refused" }, [3]],
    [{ decision: "granted", country: "no" }, [2]],
    [{ textVersion: 2 }, [3]],
  ])("finds by %j", async (filter, numbers) => {
    expect(idsOf(await search(filter))).toEqual(numbers.map(idOf));
  });

  it("shows the progress of the deletion after a withdrawal, not of another request", async () => {
    const { receipts } = await search({ decision: "refused" });
    expect(receipts[0]?.deletion).toEqual({
      requestedAt: NIGHT + 26 * ONE_HOUR,
      completedAt: null,
      erasedAt: null,
    });
  });

  it("pages through receipts that arrived at the same time", async () => {
    const to = NIGHT + 4 * ONE_DAY;
    const first = await search({ to });
    const second = await search({ to, before: first.next ?? "" });
    expect([first.receipts.length, second.receipts.length, second.next]).toEqual([50, 13, null]);
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(63);
  });
});
