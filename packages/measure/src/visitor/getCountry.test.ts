import { expect, it } from "vitest";
import { createFakeStore } from "../testing/fakes.ts";
import { createGetCountry } from "./getCountry.ts";

const KEY = "country";
const GERMANY = { country_name: "Germany", country_code: "DE" };
const DAY = 86_400_000;

function open({ answer = async (): Promise<unknown> => GERMANY, store = createFakeStore(), at = 0 } = {}) {
  const state = { requests: 0, isAllowed: true };
  const locate = createGetCountry({
    store,
    key: KEY,
    isAllowed: () => state.isAllowed,
    now: () => at,
    ask: () => {
      state.requests += 1;
      return answer();
    },
  });
  return { locate, state, store };
}

it("shares one request between concurrent calls, and asks again after a day", async () => {
  const { locate, state, store } = open();
  expect(await Promise.all([locate(), locate()])).toEqual([GERMANY, GERMANY]);
  expect(await locate()).toEqual(GERMANY);
  expect(state.requests).toBe(1);
  const nextDay = open({ store, at: DAY });
  await nextDay.locate();
  const lateThatDay = open({ store, at: 2 * DAY - 1 });
  await lateThatDay.locate();
  expect([nextDay.state.requests, lateThatDay.state.requests]).toEqual([1, 0]);
});

it("makes no request without consent, and stores no response that arrives after a withdrawal", async () => {
  const refused = open();
  refused.state.isAllowed = false;
  expect([await refused.locate(), refused.state.requests]).toEqual([null, 0]);
  const withdrawn = open();
  const answer = withdrawn.locate();
  withdrawn.state.isAllowed = false;
  expect(await answer).toBeNull();
  expect(withdrawn.store.get(KEY)).toBeNull();
});

it.each([
  ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["an answer of another shape", async () => ({ country: "DE" })],
  ["no answer", async () => null],
])("returns null with %s, and asks again", async (_what, answer) => {
  const { locate, state } = open({ answer });
  expect([await locate(), await locate(), state.requests]).toEqual([null, null, 2]);
});
