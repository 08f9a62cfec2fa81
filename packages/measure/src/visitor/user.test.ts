import { describe, expect, it } from "vitest";
import { createPersistentValues } from "../browser/persistentValues.ts";
import { createFakeCookies, createFakeStore } from "../testing/fakes.ts";
import { createUser, USER_ID_KEY } from "./user.ts";

function start(cookies = createFakeCookies(), store = createFakeStore()) {
  return { cookies, store, user: createUser(createPersistentValues(cookies, store)) };
}

describe("createUser", () => {
  it("keeps id, group and e-mail in a cookie and in storage, and writes only what changed", () => {
    const { cookies, store, user } = start();
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
    expect(start(createFakeCookies(new Map([[USER_ID_KEY, "7"]]))).user.id()).toBe("7");
    expect(start(undefined, createFakeStore(new Map([[USER_ID_KEY, "7"]]))).user.id()).toBe("7");
  });

  it("keeps group and e-mail under another id, and nothing once it has forgotten", () => {
    const { user, store } = start();
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
    const { cookies, store, user } = start(createFakeCookies(jar));
    expect(user.id()).toBeNull();
    const long = "é".repeat(2000);
    user.setId(long);
    expect([cookies.writes, store.get(USER_ID_KEY)]).toEqual([0, long]);
    user.forget();
    expect([cookies.jar.size, store.entries.size]).toEqual([0, 0]);
  });
});
