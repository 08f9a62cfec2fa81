import { SIGN_IN_MARK } from "@marquee/contract";
import { beforeEach, expect, it, vi } from "vitest";

let stored: Map<string, string>;
let requests: [url: string, method: string | undefined, credentials: string | undefined][];

beforeEach(() => {
  vi.resetModules();
  stored = new Map();
  requests = [];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("fetch", async (url: string, { method, credentials }: RequestInit) => {
    requests.push([url, method, credentials]);
    throw new TypeError("No connection.");
  });
  return () => vi.unstubAllGlobals();
});

it("marks the origin that console and site share, once for each sign-in", async () => {
  const { markSignIn } = await import("./signInMark.ts");
  vi.useFakeTimers({ now: 1 });
  markSignIn(true);
  vi.setSystemTime(2);
  // A different value would reload open pages.
  markSignIn(true);
  expect([...stored]).toEqual([[SIGN_IN_MARK, "1"]]);
  markSignIn(false);
  expect([...stored]).toEqual([]);
  expect(requests).toEqual([]);
  vi.useRealTimers();
});

it("tells the site, if the console has its own host, and works without it", async () => {
  const { markSignIn } = await import("./signInMark.ts");
  const { setSiteUrl } = await import("../shared/api/siteUrl.ts");
  setSiteUrl("https://www.trellis.example");
  markSignIn(true);
  markSignIn(false);
  await Promise.resolve();
  expect(requests).toEqual([
    ["https://www.trellis.example/staff-browser?isSignedIn=true", "POST", "include"],
    ["https://www.trellis.example/staff-browser?isSignedIn=false", "POST", "include"],
  ]);
  expect([...stored]).toEqual([]);
});
