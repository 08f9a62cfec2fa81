import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { carryParams, composeHandlers } from "./ButtonLink.tsx";

describe("carryParams", () => {
  const NAMES = ["plan", "utm_source"];

  test.each([
    ["/sign-up", "?plan=business", "/sign-up?plan=business"],
    ["/sign-up", "?plan=business&secret=1", "/sign-up?plan=business"],
    ["/sign-up?plan=free", "?plan=business&utm_source=x", "/sign-up?plan=free&utm_source=x"],
    ["/sign-up?a=1#form", "plan=a&plan=b", "/sign-up?a=1&plan=a&plan=b#form"],
    [
      "https://app.trellis.example/start",
      "?utm_source=a%20b%26c",
      "https://app.trellis.example/start?utm_source=a+b%26c",
    ],
    ["/sign-up", "?plan=", "/sign-up?plan="],
    ["/sign-up", "", "/sign-up"],
    ["mailto:a@b.c", "?plan=business", "mailto:a@b.c"],
    ["#plans", "?plan=business", "#plans"],
    ["https://", "?plan=business", "https://"],
  ])("for %s on a page with %j returns %s", (href, search, expected) => {
    expect(carryParams(href, search, NAMES)).toBe(expected);
  });

  test("never changes the origin, path or fragment of a link, for any query of the page", () => {
    const place = (href: string) => {
      const { origin, pathname, hash } = new URL(href, "https://trellis.example");
      return [origin, pathname, hash];
    };
    const href = fc.constantFrom(
      "/sign-up",
      "/a/b?plan=x#y",
      "//elsewhere.org/z",
      "/..//elsewhere.org",
      "https://app.trellis.example/?q",
    );
    fc.assert(
      fc.property(href, fc.string(), fc.string(), (each, plan, source) => {
        const search = new URLSearchParams({ plan, utm_source: source }).toString();
        expect(place(carryParams(each, search, NAMES))).toEqual(place(each));
      }),
    );
  });
});

describe("composeHandlers", () => {
  beforeEach(() => vi.stubGlobal("document", new EventTarget()));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test("runs our handler, then the caller's, with the same event", () => {
    const calls: string[] = [];
    composeHandlers<string>(
      (event) => calls.push(`ours ${event}`),
      (event) => calls.push(`caller's ${event}`),
    )("click");
    expect(calls).toEqual(["ours click", "caller's click"]);
  });

  test("logs an error in our handler and still runs the caller's", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const error = new Error("ours");
    const callers = vi.fn();
    composeHandlers(() => {
      throw error;
    }, callers)("click");
    expect(callers).toHaveBeenCalledExactlyOnceWith("click");
    expect(log.mock.calls).toEqual([[expect.any(String), error]]);
  });

  test("does not catch an error in the caller's handler", () => {
    const click = composeHandlers(
      () => undefined,
      () => {
        throw new Error("caller's");
      },
    );
    expect(click).toThrow("caller's");
  });
});
