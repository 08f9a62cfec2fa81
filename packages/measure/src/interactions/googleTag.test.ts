import { expect, it } from "vitest";
import { createFakeStore } from "../testing/fakes.ts";
import { createGoogleTag } from "./googleTag.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));
const KEY = "tag";
const IDS = { clientId: "123.456", sessionId: "1800000000" };
const FIELDS: Record<string, unknown> = { client_id: IDS.clientId, session_id: Number(IDS.sessionId) };

/** A page tag that returns `fields`, and the requests to it. */
function open({ store = createFakeStore(), at = 0, fields = FIELDS, isAllowed = true } = {}) {
  const requests: string[] = [];
  const tag = (_command: "get", target: string, field: string, answer: (value: unknown) => void) => {
    requests.push(`${target} ${field}`);
    setTimeout(() => answer(fields[field]));
  };
  const options = {
    gtagId: "G-1",
    store,
    key: KEY,
    findTag: () => tag,
    isAllowed: () => isAllowed,
    now: () => at,
  };
  return { read: createGoogleTag(options), requests, store };
}

it("asks once and returns the cached IDs for 30 minutes", async () => {
  const { read, requests, store } = open();
  expect([read(), read()]).toEqual([null, null]);
  await settled();
  await settled();
  expect(read()).toEqual(IDS);
  expect(requests).toEqual(["G-1 client_id", "G-1 session_id"]);
  expect(open({ store, at: 30 * 60_000 - 1 }).read()).toEqual(IDS);
  const later = open({ store, at: 30 * 60_000 });
  expect([later.read(), later.requests.length]).toEqual([null, 2]);
});

it("stores nothing if the tag has no client ID, or if consent was withdrawn meanwhile", async () => {
  for (const visit of [open({ fields: {} }), open({ isAllowed: false })]) {
    visit.read();
    await settled();
    await settled();
    expect(visit.store.get(KEY)).toBeNull();
  }
});

it("does not propagate exceptions of the tag", async () => {
  const broken = () => {
    throw new Error("broken tag");
  };
  const options = { gtagId: "G-1", store: createFakeStore(), key: KEY, isAllowed: () => true, now: () => 0 };
  const read = createGoogleTag({ ...options, findTag: () => broken });
  expect(read()).toBeNull();
  await settled();
  expect(read()).toBeNull();
});
