import { ONE_MINUTE, SESSION_COOKIE } from "@marquee/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { createFakeCookies } from "../testing/fakes.ts";
import { createSession } from "./session.ts";

const START = 1_800_000_000_000;
let now = START;
beforeEach(() => {
  now = START;
});

function start(cookies = createFakeCookies()) {
  return { cookies, session: createSession({ cookies, now: () => now }) };
}

describe("createSession", () => {
  it("continues while events are less than 30 minutes apart, even across reloads", () => {
    const { cookies, session } = start();
    expect([session.id(), cookies.jar.get(SESSION_COOKIE)]).toEqual([START, `${START}.${START}`]);
    now += 29 * ONE_MINUTE;
    expect(start(cookies).session.id()).toBe(START);
    now += 29 * ONE_MINUTE;
    expect(session.id()).toBe(START);
    now += 30 * ONE_MINUTE;
    const later = start(cookies).session.id();
    expect(later).toBe(now);
    expect(session.id()).toBe(later);
  });

  it("writes its cookie at most once a minute", () => {
    const { cookies, session } = start();
    for (let second = 0; second < 60; second += 1) {
      session.id();
      now += 1000;
    }
    expect(cookies.writes).toBe(1);
    session.id();
    expect(cookies.writes).toBe(2);
  });

  it("adopts a newer session of another tab, and never returns to an older one", () => {
    const { cookies, session } = start();
    session.id();
    now += ONE_MINUTE;
    cookies.jar.set(SESSION_COOKIE, `${START + 5}.${START + 9}`);
    expect(session.id()).toBe(START + 5);
    cookies.jar.set(SESSION_COOKIE, `${START - 5}.${START + 9}`);
    expect(session.id()).toBe(START + 5);
    expect(cookies.jar.get(SESSION_COOKIE)).toBe(`${START + 5}.${now}`);
  });

  it.each(["", "1.2", `${START + 9}.${START}`, `${START}.${START + 1}`, "x"])(
    "starts a new session if the cookie is %j",
    (value) => {
      const { session } = start(createFakeCookies(new Map([[SESSION_COOKIE, value]])));
      expect(session.id()).toBe(START);
    },
  );
});
