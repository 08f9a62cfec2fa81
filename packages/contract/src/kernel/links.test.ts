import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linkAttributes, linkTarget } from "./links.ts";

const OWN_HOSTS = ["trellis.example", "www.trellis.test", "127.0.0.1:3300"];

test.each([
  ["/", "route"],
  ["/pricing?plan=free#faq", "route"],
  [" /pricing ", "route"],
  ["/go?to=https://elsewhere.org", "route"],
  ["#faq", "fragment"],
  ["#", "fragment"],
  ["https://elsewhere.org", "external"],
  ["HTTP://ELSEWHERE.ORG/x", "external"],
  ["https://nottrellis.example", "external"],
  ["https://trellis.example.org", "external"],
  ["https://app.trellis.example", "external"],
  ["https://trellis.example@elsewhere.org", "external"],
  ["https://trellis.example:8443", "external"],
  ["http://127.0.0.1:3301", "external"],
  ["http://", "external"],
  ["//elsewhere.org", "external"],
  ["/\\elsewhere.org", "external"],
  ["\\\\elsewhere.org", "external"],
  ["/\t/elsewhere.org", "external"],
  ["\u0001//elsewhere.org", "external"],
  ["ht\ntps://elsewhere.org", "external"],
  ["https://trellis.example/pricing", "plain"],
  ["https://WWW.Trellis.example", "plain"],
  ["https://trellis.test", "plain"],
  ["http://trellis.example:80/", "plain"],
  ["http://127.0.0.1:3300/pricing", "plain"],
  ["//trellis.example/pricing", "plain"],
  ["mailto:sales@trellis.example", "plain"],
  ["tel:+4930123456", "plain"],
  ["pricing", "plain"],
  ["./javascript:x", "plain"],
  ["?plan=free", "plain"],
  ["", "plain"],
  ["javascript:alert(1)", "unsafe"],
  ["JavaScript:alert(1)", "unsafe"],
  [" \u0000\u001fjavascript:alert(1)", "unsafe"],
  ["java\tscr\nipt\r:alert(1)", "unsafe"],
  ["javascript\n:alert(1)", "unsafe"],
  ["vbscript:msgbox(1)", "unsafe"],
  ["data:text/html,<script>alert(1)</script>", "unsafe"],
  ["data:image/svg+xml,<svg onload=alert(1)>", "unsafe"],
  ["data:image/SVG+xml;base64,AAAA", "unsafe"],
  ["data:image/xml,<svg onload=alert(1)>", "unsafe"],
  ["data:image/png+xml,<svg onload=alert(1)>", "unsafe"],
  ["data:text/html,image/png", "unsafe"],
  ["data:image/png;base64,iVBORw0KGgo=", "plain"],
  ["Data:image/AVIF;base64,AAAA", "plain"],
])("%j is %s", (href, expected) => {
  expect(linkTarget(href, OWN_HOSTS)).toBe(expected);
});

describe("compared with the URL parser of the browser", () => {
  const PAGE = "https://trellis.example/";
  const piece = fc.constantFrom(
    ..."/\\:#?@.a \t\n\r\u0000",
    "http:",
    "https:",
    "javascript:",
    "data:",
    "//",
    "trellis.example",
    "elsewhere.org",
  );
  const href = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));

  test("only links that run a script or show data are unsafe", () => {
    fc.assert(
      fc.property(href, (each) => {
        fc.pre(URL.canParse(each, PAGE));
        const { protocol } = new URL(each, PAGE);
        expect(linkTarget(each, OWN_HOSTS) === "unsafe").toBe(/^(javascript|data):$/.test(protocol));
      }),
      { numRuns: 3000 },
    );
  });

  test("a route or a fragment never leaves this site", () => {
    fc.assert(
      fc.property(href, (each) => {
        fc.pre(["route", "fragment"].includes(linkTarget(each, OWN_HOSTS)));
        expect(new URL(each, PAGE).origin).toBe("https://trellis.example");
      }),
      { numRuns: 1000 },
    );
  });
});

test("reads a megabyte of blanks without delay", () => {
  const start = performance.now();
  expect(linkTarget(`/${" ".repeat(1_000_000)}x`, OWN_HOSTS)).toBe("route");
  expect(performance.now() - start).toBeLessThan(200);
});

test("only links to another site get attributes: a new tab without opener and referrer", () => {
  expect(linkAttributes("//elsewhere.org", OWN_HOSTS)).toEqual({
    target: "_blank",
    rel: "noopener noreferrer",
  });
  for (const href of ["/", "#faq", "https://trellis.example", "mailto:a@b.c", "javascript:0"]) {
    expect(linkAttributes(href, OWN_HOSTS)).toEqual({});
  }
});
