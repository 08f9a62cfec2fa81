import { isProvenBy, visitorIdOf } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { createPersistentValues } from "../browser/persistentValues.ts";
import { createFakeCookies, createFakeStore } from "../testing/fakes.ts";
import { ANONYMOUS_ID_KEY, createIdentity, createUser, SECRET_KEY, USER_ID_KEY } from "./identity.ts";

function start(cookies = createFakeCookies(), store = createFakeStore()) {
  return { cookies, store, identity: createIdentity(createPersistentValues(cookies, store)) };
}

describe("createIdentity", () => {
  it("stores nothing until the first call, then writes an ID and its secret once to cookie and storage", () => {
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

  it("keeps an older ID without a secret, and restores cookie and storage from each other", () => {
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

  it("restores the secret from the cookie", () => {
    const secret = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    const id = visitorIdOf(secret);
    const jar = new Map([
      [ANONYMOUS_ID_KEY, id],
      [SECRET_KEY, secret],
    ]);
    const { identity, store } = start(createFakeCookies(jar));
    expect([identity.anonymousId(), store.get(SECRET_KEY)]).toEqual([id, secret]);
  });

  it("creates a new ID and secret if another tool replaced the ID", () => {
    const { cookies, identity } = start();
    const [id, secret] = [identity.anonymousId(), identity.secret()];
    cookies.jar.set(ANONYMOUS_ID_KEY, "3f2504e0-4f89-41d3-9a0c-0305e82c3301");
    const next = identity.anonymousId();
    expect([next === id, identity.secret() === secret]).toEqual([false, false]);
    expect(isProvenBy(next, identity.secret() ?? "")).toBe(true);
  });

  it.each(["é", "\ud83d", "0".repeat(101)])("replaces the secret %j, which other code has set", (secret) => {
    const { identity } = start(
      createFakeCookies(new Map([[ANONYMOUS_ID_KEY, "kept-in-cookie"]])),
      createFakeStore(new Map([[SECRET_KEY, secret]])),
    );
    expect(isProvenBy(identity.anonymousId(), identity.secret() ?? "")).toBe(true);
  });

  it("uses the ID that another tab has set", () => {
    const { cookies, store, identity } = start();
    const other = start(cookies, store).identity;
    expect(other.anonymousId()).toBe(identity.anonymousId());
    identity.forget();
    expect(other.anonymousId()).toBe(identity.anonymousId());
  });

  it("replaces an invalid ID, and forget removes it", () => {
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
  it("stores ID, group and email in cookies and storage, and writes only changes", () => {
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

  it("stores an ID with half of a character", () => {
    const { cookies, user } = startUser();
    user.setId("ann \ud83d");
    user.setGroupId("\ude00 team");
    expect([cookies.get(USER_ID_KEY), user.id(), user.groupId()]).toEqual([
      "ann%20%EF%BF%BD",
      "ann \ufffd",
      "\ufffd team",
    ]);
  });

  it("reads the user from either cookie or storage", () => {
    expect(startUser(createFakeCookies(new Map([[USER_ID_KEY, "7"]]))).user.id()).toBe("7");
    expect(startUser(undefined, createFakeStore(new Map([[USER_ID_KEY, "7"]]))).user.id()).toBe("7");
  });

  it("keeps group and email when the ID changes, and nothing after forget", () => {
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

  it("keeps the cookie with the email address if it is not ours", () => {
    const cookies = createFakeCookies(new Map([["user_id", "theirs"]]));
    const store = createFakeStore();
    const user = createUser(createPersistentValues(cookies, store, ["user_id"]));
    user.setId("4711");
    user.setEmail("ann@acme.example");
    expect(cookies.get("user_id")).toBe("theirs");
    user.forget();
    expect([[...cookies.jar.keys()], store.entries.size]).toEqual([["user_id"], 0]);
  });

  it("ignores a malformed cookie, and writes no cookie over the size limit", () => {
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
