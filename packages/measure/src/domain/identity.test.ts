import { describe, expect, it } from "vitest";
import { createFakeCookies, createFakeStore } from "../testing/fakes.ts";
import { ANONYMOUS_ID_KEY, createIdentity } from "./identity.ts";

describe("createIdentity", () => {
  it("stores nothing until it is asked, then writes both places once", () => {
    const cookies = createFakeCookies();
    const store = createFakeStore();
    const identity = createIdentity({ cookies, store });
    expect([cookies.writes, store.entries.size]).toEqual([0, 0]);
    const id = identity.anonymousId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(identity.anonymousId()).toBe(id);
    expect([cookies.jar.get(ANONYMOUS_ID_KEY), store.get(ANONYMOUS_ID_KEY), cookies.writes]).toEqual([
      id,
      id,
      1,
    ]);
  });

  it("restores each place from the other, and writes only what is missing", () => {
    const cookies = createFakeCookies();
    const store = createFakeStore(new Map([[ANONYMOUS_ID_KEY, "kept-in-storage"]]));
    expect(createIdentity({ cookies, store }).anonymousId()).toBe("kept-in-storage");
    expect(cookies.jar.get(ANONYMOUS_ID_KEY)).toBe("kept-in-storage");
    store.remove(ANONYMOUS_ID_KEY);
    expect(createIdentity({ cookies, store }).anonymousId()).toBe("kept-in-storage");
    expect([store.get(ANONYMOUS_ID_KEY), cookies.writes]).toEqual(["kept-in-storage", 1]);
  });

  it("follows what another tab made of it", () => {
    const cookies = createFakeCookies();
    const store = createFakeStore();
    const [one, other] = [createIdentity({ cookies, store }), createIdentity({ cookies, store })];
    expect([one.isKnown(), cookies.writes]).toEqual([false, 0]);
    expect(other.anonymousId()).toBe(one.anonymousId());
    expect(other.isKnown()).toBe(true);
    one.forget();
    expect(other.isKnown()).toBe(false);
    expect(other.anonymousId()).toBe(one.anonymousId());
  });

  it("replaces what cannot be an id, and forgets on demand", () => {
    const cookies = createFakeCookies(new Map([[ANONYMOUS_ID_KEY, "a; path=/"]]));
    const store = createFakeStore();
    const identity = createIdentity({ cookies, store });
    const id = identity.anonymousId();
    expect(id).not.toContain(";");
    identity.forget();
    expect([cookies.jar.size, store.entries.size]).toEqual([0, 0]);
    expect(identity.anonymousId()).not.toBe(id);
  });
});
