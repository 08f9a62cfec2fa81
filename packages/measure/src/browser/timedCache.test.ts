import fc from "fast-check";
import { expect, it } from "vitest";
import { createFakeStore } from "../testing/fakes.ts";
import { createTimedCache } from "./timedCache.ts";

const KEY = "kept";
const NOW = 1_800_000_000_000;
const isValue = (value: unknown): value is string => typeof value === "string";

function open({ store = createFakeStore(), at = NOW } = {}) {
  return { store, cache: createTimedCache({ store, key: KEY, lifetime: 1000, now: () => at, isValue }) };
}

it("keeps a value for exactly its lifetime", () => {
  const { store, cache } = open();
  expect(cache.read()).toBeNull();
  cache.write("a");
  expect(open({ store, at: NOW + 999 }).cache.read()).toBe("a");
  expect(open({ store, at: NOW + 1000 }).cache.read()).toBeNull();
});

it("ignores an entry with a timestamp in the future", () => {
  const { store, cache } = open();
  cache.write("a");
  expect(open({ store, at: NOW - 1 }).cache.read()).toBeNull();
});

it("returns null for any malformed entry", () => {
  const shapes = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constant("null"),
    fc.constant(JSON.stringify({ value: 7, at: NOW })),
  );
  fc.assert(
    fc.property(
      shapes,
      (text) => open({ store: createFakeStore(new Map([[KEY, text]])) }).cache.read() === null,
    ),
  );
});
