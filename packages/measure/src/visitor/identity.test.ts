import { isProvenBy, visitorIdOf } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { createPersistentValues } from "../browser/persistentValues.ts";
import { createFakeCookies, createFakeStore } from "../testing/fakes.ts";
import { ANONYMOUS_ID_KEY, createIdentity, SECRET_KEY } from "./identity.ts";

function start(cookies = createFakeCookies(), store = createFakeStore()) {
  return { cookies, store, identity: createIdentity(createPersistentValues(cookies, store)) };
}

describe("createIdentity", () => {
  it("stores nothing until it is asked, then writes an id and the secret that proves it, each once to both places", () => {
    const { cookies, store, identity } = start();
    expect([cookies.writes, store.entries.size]).toEqual([0, 0]);
    const id = identity.anonymousId();
    const secret = identity.secret();
    expect(isProvenBy(id, secret ?? "")).toBe(true);
    expect(identity.anonymousId()).toBe(id);
    const written = { [ANONYMOUS_ID_KEY]: id, [SECRET_KEY]: secret };
    expect(Object.fromEntries(cookies.jar)).toEqual(written);
    expect(Object.fromEntries(store.entries)).toEqual(written);
    expect(cookies.writes).toBe(2);
  });

  it("keeps an id that was there before ids had a secret, and restores each place from the other", () => {
    const { cookies, store, identity } = start(
      undefined,
      createFakeStore(new Map([[ANONYMOUS_ID_KEY, "kept-in-storage"]])),
    );
    expect(identity.anonymousId()).toBe("kept-in-storage");
    expect(cookies.jar.get(ANONYMOUS_ID_KEY)).toBe("kept-in-storage");
    store.remove(ANONYMOUS_ID_KEY);
    expect(start(cookies, store).identity.anonymousId()).toBe("kept-in-storage");
    expect([store.get(ANONYMOUS_ID_KEY), cookies.writes, identity.secret()]).toEqual([
      "kept-in-storage",
      1,
      null,
    ]);
  });

  it("restores the secret from either place", () => {
    const secret = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    const id = visitorIdOf(secret);
    const jar = new Map([
      [ANONYMOUS_ID_KEY, id],
      [SECRET_KEY, secret],
    ]);
    const { identity, store } = start(createFakeCookies(jar));
    expect([identity.anonymousId(), store.get(SECRET_KEY)]).toEqual([id, secret]);
  });

  it("takes a new id and a new secret where another tool put an id of its own in the place of ours", () => {
    const { cookies, identity } = start();
    const [id, secret] = [identity.anonymousId(), identity.secret()];
    cookies.jar.set(ANONYMOUS_ID_KEY, "3f2504e0-4f89-41d3-9a0c-0305e82c3301");
    const next = identity.anonymousId();
    expect([next === id, identity.secret() === secret]).toEqual([false, false]);
    expect(isProvenBy(next, identity.secret() ?? "")).toBe(true);
  });

  it("follows what another tab made of it", () => {
    const { cookies, store, identity } = start();
    const other = start(cookies, store).identity;
    expect(other.anonymousId()).toBe(identity.anonymousId());
    identity.forget();
    expect(other.anonymousId()).toBe(identity.anonymousId());
  });

  it("replaces what cannot be an id, and forgets on demand", () => {
    const { cookies, store, identity } = start(createFakeCookies(new Map([[ANONYMOUS_ID_KEY, "a; path=/"]])));
    const id = identity.anonymousId();
    expect(id).not.toContain(";");
    identity.forget();
    expect([cookies.jar.size, store.entries.size]).toEqual([0, 0]);
    expect(identity.anonymousId()).not.toBe(id);
  });
});
