import { SIGN_IN_MARK } from "@marquee/contract";
import { beforeEach, expect, it, vi } from "vitest";
import { followSignIn } from "./followSignIn.ts";

let page: EventTarget;
let stored: Map<string, string>;
let reloads: number;

function open({ type = "navigate", isBlocked = false } = {}): boolean {
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const reload = () => {
    reloads += 1;
  };
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("performance", { getEntriesByType: () => [{ type }] });
  const read = (key: string) => {
    if (isBlocked) throw new Error("Blocked.");
    return stored.get(key) ?? null;
  };
  vi.stubGlobal("localStorage", { getItem: read, removeItem: (key: string) => stored.delete(key) });
  return followSignIn();
}
const tell = (name: string, properties: object) =>
  page.dispatchEvent(Object.assign(new Event(name), properties));

beforeEach(() => {
  stored = new Map();
  reloads = 0;
  return () => vi.unstubAllGlobals();
});

it("starts tools, and reloads the page at a sign-in only", () => {
  expect(open()).toBe(true);
  tell("storage", { key: "other", newValue: "1" });
  tell("storage", { key: SIGN_IN_MARK, newValue: null });
  tell("pageshow", { persisted: true });
  expect(reloads).toBe(0);
  tell("storage", { key: SIGN_IN_MARK, newValue: "1" });
  expect(reloads).toBe(1);
});

it("reloads a page that the browser kept while someone signed in", () => {
  open({ type: "reload" });
  stored.set(SIGN_IN_MARK, "1");
  tell("pageshow", { persisted: false });
  expect(reloads).toBe(0);
  tell("pageshow", { persisted: true });
  expect(reloads).toBe(1);
});

it("starts no tools on a page from before the sign-in, and checks once whether the session continues", () => {
  stored.set(SIGN_IN_MARK, "1");
  expect(open({ type: "back_forward" })).toBe(false);
  expect(reloads).toBe(1);
  expect(open({ type: "reload" })).toBe(true);
  expect(reloads).toBe(1);
  expect(stored.has(SIGN_IN_MARK)).toBe(false);
});

it("starts tools where storage is blocked", () => {
  expect(open({ isBlocked: true })).toBe(true);
});
