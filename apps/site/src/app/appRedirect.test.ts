import {
  HOSTILE_REDIRECTS,
  HOSTILE_REDIRECTS_ORIGIN,
  HOSTILE_REDIRECTS_PARENT_DOMAIN,
} from "@marquee/contract/testing/hostileRedirects";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RedirectHosts, resolveAppRedirect } from "./appRedirect.ts";

const OWN_ORIGIN = "https://trellis.example";

const ALLOWED: RedirectHosts = {
  ownOrigin: OWN_ORIGIN,
  parentDomain: HOSTILE_REDIRECTS_PARENT_DOMAIN,
  origins: [
    HOSTILE_REDIRECTS_ORIGIN,
    "http://localhost:5173",
    "http://127.0.0.1:5173",
    "http://plain.example",
    "no origin",
    "",
  ],
};

describe("follows allowed redirects", () => {
  test.each([
    ["/", "https://trellis.example/"],
    ["/pricing?x=1#plans", "https://trellis.example/pricing?x=1#plans"],
    ["/?x=1", "https://trellis.example/?x=1"],
    ["https://trellis.example", "https://trellis.example/"],
    ["https://trellis.example/home?x=1#y", "https://trellis.example/home?x=1#y"],
    ["https://app.trellis.example/t/1", "https://app.trellis.example/t/1"],
    ["https://eu.app.trellis.example", "https://eu.app.trellis.example/"],
    ["HTTPS://App.Trellis.Example/T", "https://app.trellis.example/T"],
    ["https://trellis.example:443/", "https://trellis.example/"],
    ["https://trellis.example/a/../b//c", "https://trellis.example/b//c"],
    ["https://trellis.example/%2f%5c", "https://trellis.example/%2f%5c"],
    ["https://app.partner.example:8443/x", "https://app.partner.example:8443/x"],
    ["http://localhost:5173/x", "http://localhost:5173/x"],
    ["http://127.0.0.1:5173/x", "http://127.0.0.1:5173/x"],
  ])("%s", (value, expected) => {
    expect(resolveAppRedirect(value, ALLOWED)).toBe(expected);
  });

  test("accepts a parent domain with a leading dot, as in cookies", () => {
    const allowed = { parentDomain: ".Trellis.example", origins: [], ownOrigin: "" };
    expect(resolveAppRedirect("https://app.trellis.example", allowed)).toBe("https://app.trellis.example/");
  });
});

test("follows this site over plain http in development", () => {
  const allowed = {
    parentDomain: null,
    origins: ["http://localhost:3000"],
    ownOrigin: "http://localhost:3000",
  };
  expect(resolveAppRedirect("/pricing", allowed)).toBe("http://localhost:3000/pricing");
  expect(resolveAppRedirect("http://localhost:3000/pricing", allowed)).toBe("http://localhost:3000/pricing");
});

describe("rejects other redirects", () => {
  test.each(HOSTILE_REDIRECTS)("%j", (value) => {
    expect(resolveAppRedirect(value, ALLOWED)).toBeNull();
  });

  test("the list of hostile redirects has at least 60 entries and no duplicates", () => {
    expect(new Set(HOSTILE_REDIRECTS).size).toBe(HOSTILE_REDIRECTS.length);
    expect(HOSTILE_REDIRECTS.length).toBeGreaterThanOrEqual(60);
  });

  test.each([
    "http://plain.example",
    "http://localhost:5174",
    "https://localhost:5173",
    "http://127.1:5173",
    "http://0x7f000001:5173",
  ])("%s", (value) => {
    expect(resolveAppRedirect(value, ALLOWED)).toBeNull();
  });

  test.each([null, "", "."])(
    "rejects everything when the parent domain is %j and no origin is configured",
    (parentDomain) => {
      for (const value of ["https://trellis.example", "https://a.", "https://localhost", null]) {
        expect(resolveAppRedirect(value, { parentDomain, origins: [], ownOrigin: "" })).toBeNull();
      }
    },
  );
});

test("every followed redirect resolves in a browser to an allowed origin", () => {
  const piece = fc.constantFrom(
    ...":/\\@.?#%[] \t\n\u3002\uff0f\u200b",
    "https://",
    "http://",
    "//",
    "trellis.example",
    ".trellis.example",
    "app",
    "evil.example",
    "evil",
    ":443",
    ":8443",
    "%2f",
    "javascript:",
  );
  const value = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
  const start = fc.constantFrom(
    "",
    "/",
    "https://",
    "https://trellis.example",
    "https://app.trellis.example",
  );
  fc.assert(
    fc.property(start, value, (before, rest) => {
      const href = resolveAppRedirect(`${before}${rest}`, ALLOWED);
      if (href === null) return;
      expect(new URL(`${before}${rest}`, OWN_ORIGIN).href).toBe(href);
      expect(new URL(href).origin).toMatch(/^https:\/\/([a-z0-9-]+\.)*trellis\.example$/);
    }),
    { numRuns: 5000 },
  );
});
