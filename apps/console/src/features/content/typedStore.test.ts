import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetTyped, saveTyped } from "../../shared/draft/typedTexts.ts";
import { createTypedStore } from "./typedStore.ts";

const ANN = "ann@trellis.example";
const ITEM = "copy:en:home";

let entries: Map<string, string>;
let open: Set<string>;

const storage = {
  keys: () => [...entries.keys()],
  getItem: (name: string) => entries.get(name) ?? null,
  setItem: (name: string, text: string) => void entries.set(name, text),
  removeItem: (name: string) => void entries.delete(name),
};

beforeEach(() => {
  vi.useFakeTimers();
  entries = new Map();
  open = new Set();
  vi.stubGlobal(
    "localStorage",
    new Proxy(storage, {
      ownKeys: () => [...entries.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The store of a tab, which is open until it crashes. */
function openTab(tab: string, draft: number | null, account = ANN) {
  open.add(tab);
  return createTypedStore(
    { account, item: ITEM, draft },
    { storage, tab, openTabs: async () => new Set(open) },
  );
}
const field = (value: string, pointer = "/title") => ({ item: ITEM, pointer, value, revision: 0 });
const crash = (tab: string) => open.delete(tab);
const valuesOf = (fields: readonly { value: unknown }[] | undefined) => fields?.map(({ value }) => value);

it("keeps what two tabs type separate, and gives a new tab only what closed tabs left", async () => {
  const [one, two] = [openTab("one", 1), openTab("two", 1)];
  one.write([field("One")]);
  two.write([field("Two"), field("Lead", "/lead")]);
  one.write([]);
  expect(two.read()).toEqual([field("Two"), field("Lead", "/lead")]);
  const three = openTab("three", 1);
  expect(await three.adopt?.()).toEqual([]);
  crash("two");
  expect(valuesOf(await three.adopt?.())).toEqual(["Two", "Lead"]);
  expect(valuesOf(three.read())).toEqual(["Two", "Lead"]);
  expect(await openTab("four", 1).adopt?.()).toEqual([]);
});

it("uses the latest of two texts for a field, and keeps the other", async () => {
  openTab("one", 1).write([field("Earlier")]);
  vi.setSystemTime(Date.now() + 1000);
  openTab("two", 1).write([field("Later")]);
  open.clear();
  const three = openTab("three", 1);
  expect(valuesOf(await three.adopt?.())).toEqual(["Later"]);
  three.write([]);
  expect(valuesOf(await three.adopt?.())).toEqual(["Earlier"]);
});

it("gives what was typed before a draft existed to the draft created for it, and to no other", async () => {
  const one = openTab("one", null);
  one.write([field("New")]);
  crash("one");
  expect(await openTab("two", 5).adopt?.()).toEqual([]);
  const three = openTab("three", null);
  expect(valuesOf(await three.adopt?.())).toEqual(["New"]);
  three.moveTo(6);
  three.write([field("Newer")]);
  expect(valuesOf(openTab("three", 6).read())).toEqual(["Newer"]);
  crash("three");
  expect(await openTab("four", null).adopt?.()).toEqual([]);
  expect(valuesOf(await openTab("five", 6).adopt?.())).toEqual(["Newer"]);
});

it("shows an account only its own texts, and deletes them at sign-out", async () => {
  openTab("one", 1).write([field("Ann’s")]);
  openTab("two", 1, "bob@trellis.example").write([field("Bob’s")]);
  open.clear();
  expect(await saveTyped(ANN)).toBe(1);
  forgetTyped(ANN);
  expect(await saveTyped(ANN)).toBe(0);
  expect(valuesOf(await openTab("three", 1, "bob@trellis.example").adopt?.())).toEqual(["Bob’s"]);
});

it("ignores entries that it did not write, and full storage", async () => {
  const store = openTab("one", 1);
  store.write([field("One")]);
  const [name = ""] = entries.keys();
  entries.set(name, "{");
  expect(store.read()).toEqual([]);
  vi.spyOn(storage, "setItem").mockImplementationOnce(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => store.write([field("Two")])).not.toThrow();
});
