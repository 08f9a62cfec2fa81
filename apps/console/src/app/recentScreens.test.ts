import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteScreen, readRecentScreens } from "./recentScreens.ts";
import { SCREENS } from "./screens.ts";

const KEY = "marquee_console_recent";
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("recent screens", () => {
  it("lists the latest first, each once, at most eight", () => {
    expect(readRecentScreens()).toEqual([]);
    for (const path of ["/", "/leads", "/flags", "/leads"]) noteScreen(path);
    expect(readRecentScreens()).toEqual(["/leads", "/flags", "/"]);
    const paths = SCREENS.filter(({ group }) => group !== undefined).map(({ path }) => path);
    for (const path of paths) noteScreen(path);
    expect(readRecentScreens()).toEqual(paths.toReversed().slice(0, 8));
  });

  it("ignores stored paths that are not screens", () => {
    stored.set(
      KEY,
      JSON.stringify(["/leads", "/gone", 7, null, { path: "/" }, "/leads", "javascript:alert(1)", "/"]),
    );
    expect(readRecentScreens()).toEqual(["/leads", "/"]);
    for (const text of ["", "{", "null", "7", '"/leads"', '{"0":"/leads","length":1}', "[[[]]]"]) {
      stored.set(KEY, text);
      expect(readRecentScreens(), text).toEqual([]);
    }
    noteScreen("/leads");
    expect(readRecentScreens()).toEqual(["/leads"]);
  });

  it("works without storage", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem() {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      },
    });
    expect(() => noteScreen("/leads")).not.toThrow();
  });
});
