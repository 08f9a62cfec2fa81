import { describe, expect, it } from "vitest";
import { createFakeStorage } from "../testing/fakes.ts";
import { createLocalStore } from "./localStore.ts";

describe("createLocalStore", () => {
  it("keeps text in storage while there is space", () => {
    const storage = createFakeStorage();
    const store = createLocalStore(() => storage);
    store.set("a:1", "x");
    expect([storage.getItem("a:1"), store.get("a:1"), store.keys("a:"), store.keys("b:")]).toEqual([
      "x",
      "x",
      ["a:1"],
      [],
    ]);
    store.remove("a:1");
    expect([storage.length, store.get("a:1")]).toEqual([0, null]);
  });

  it("falls back to memory when storage is full, and keeps each key in one place only", () => {
    const storage = createFakeStorage();
    const store = createLocalStore(() => storage);
    store.set("a:1", "x");
    storage.isFull = true;
    store.set("a:1", "xx");
    store.set("a:2", "y");
    expect([storage.length, store.get("a:1"), store.get("a:2"), store.keys("a:").sort()]).toEqual([
      0,
      "xx",
      "y",
      ["a:1", "a:2"],
    ]);
    storage.isFull = false;
    store.set("a:1", "xxx");
    expect([storage.getItem("a:1"), storage.length, store.get("a:1"), store.keys("a:").sort()]).toEqual([
      "xxx",
      1,
      "xxx",
      ["a:1", "a:2"],
    ]);
    store.remove("a:1");
    store.remove("a:2");
    expect([storage.length, store.keys("")]).toEqual([0, []]);
  });

  it("works if accessing the storage throws", () => {
    const store = createLocalStore(() => {
      throw new Error("SecurityError");
    });
    store.set("a", "x");
    expect([store.get("a"), store.keys("")]).toEqual(["x", ["a"]]);
    store.remove("a");
    expect([store.get("a"), store.keys("")]).toEqual([null, []]);
  });
});
