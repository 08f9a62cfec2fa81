import { isProvenBy, visitorIdOf } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { createPersistentValues } from "../browser/persistentValues.ts";
import { createFakeCookies, createFakeStore } from "../testing/fakes.ts";
import { ANONYMOUS_ID_KEY, createIdentity, createUser, SECRET_KEY, USER_ID_KEY } from "./identity.ts";

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

function startUser(cookies = createFakeCookies(), store = createFakeStore()) {
  return { cookies, store, user: createUser(createPersistentValues(cookies, store)) };
}

describe("createUser", () => {
  it("keeps id, group and e-mail in a cookie and in storage, and writes only what changed", () => {
    const { cookies, store, user } = startUser();
    for (let times = 0; times < 3; times += 1) {
      user.setId("4711");
      user.setGroupId("team 1");
      user.setEmail("ann@acme.example");
    }
    expect(Object.fromEntries(cookies.jar)).toEqual({
      ajs_user_id: "4711",
      ajs_group_id: "team%201",
      user_id: encodeURIComponent('{"email":"ann@acme.example"}'),
    });
    expect(cookies.writes).toBe(3);
    expect([...store.entries.keys()]).toEqual(["ajs_user_id", "ajs_group_id", "user_id"]);
    expect([user.id(), user.groupId()]).toEqual(["4711", "team 1"]);
  });

  it("knows the user again from either place", () => {
    expect(startUser(createFakeCookies(new Map([[USER_ID_KEY, "7"]]))).user.id()).toBe("7");
    expect(startUser(undefined, createFakeStore(new Map([[USER_ID_KEY, "7"]]))).user.id()).toBe("7");
  });

  it("keeps group and e-mail under another id, and nothing once it has forgotten", () => {
    const { user, store } = startUser();
    user.setId("1");
    user.setGroupId("team");
    user.setEmail("ann@acme.example");
    user.setId("2");
    expect([user.id(), user.groupId()]).toEqual(["2", "team"]);
    expect(store.get("user_id")).toBe('{"email":"ann@acme.example"}');
    user.forget();
    expect([user.id(), user.groupId(), store.entries.size]).toEqual([null, null, 0]);
  });

  it("takes no damage from what others wrote, and no cookie grows beyond what browsers take", () => {
    const jar = new Map([[USER_ID_KEY, "%E0%A4%A"]]);
    const { cookies, store, user } = startUser(createFakeCookies(jar));
    expect(user.id()).toBeNull();
    const long = "é".repeat(2000);
    user.setId(long);
    expect([cookies.writes, store.get(USER_ID_KEY)]).toEqual([0, long]);
    user.forget();
    expect([cookies.jar.size, store.entries.size]).toEqual([0, 0]);
  });
});
