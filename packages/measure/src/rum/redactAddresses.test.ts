import fc from "fast-check";
import { expect, test } from "vitest";
import { redactEmail } from "../privacy/redactEmail.ts";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { redactAddresses } from "./redactAddresses.ts";

test("finds addresses however deep they lie, and leaves the rest", () => {
  const event = {
    type: "view",
    date: 1,
    view: { url: "https://trellis.example/people/7", referrer: "" },
    long_task: { scripts: [{ source_url: "/x.js?EMAIL=a%40b.c" }], empty: null },
    error: { stack: "Error: no\n  at https://trellis.example/a.js?email=a@b.c&v=1:2:3" },
  };
  redactAddresses(event, (address) => redactEmail(address.replace("people/7", "people/*")));
  expect(event).toEqual({
    type: "view",
    date: 1,
    view: { url: "https://trellis.example/people/*", referrer: "" },
    long_task: { scripts: [{ source_url: "/x.js?EMAIL=REDACTED" }], empty: null },
    error: { stack: "Error: no\n  at https://trellis.example/a.js?email=REDACTED&v=1:2:3" },
  });
});

const filter = createAddressFilter(
  [
    { pattern: "*/people/*", replacement: "/people/someone" },
    { pattern: "https://trellis.example/me", replacement: "/someone" },
  ],
  () => "https://trellis.example/",
);
const redact = (text: string) => {
  const event = { text };
  redactAddresses(event, filter);
  return event.text;
};

test.each([
  ["Failed: https://a.example/people/7, sorry", "Failed: https://a.example/people/someone, sorry"],
  [
    "Error: no\n    at f (https://a.example/people/7.js?x=1:12:34)\n    at https://a.example/b.js:5:6",
    "Error: no\n    at f (https://a.example/people/someone:12:34)\n    at https://a.example/b.js:5:6",
  ],
  ["f@https://trellis.example/me:1:2\ng@x", "f@https://trellis.example/someone:1:2\ng@x"],
  ["'HTTPS://trellis.example/me' (x)", "'https://trellis.example/someone' (x)"],
  ["no https://a.example/people/o'brien(7)/x!", "no https://a.example/people/someone!"],
  [
    "'https://trellis.example/b','https://trellis.example/me'",
    "'https://trellis.example/b','https://trellis.example/someone'",
  ],
  ["/x?email=a@b.c\nnext line", "/x?email=REDACTED\nnext line"],
  ["at https://a.example/?email=o'brien@b.c:1:2", "at https://a.example/?email=REDACTED:1:2"],
  ["at https://a.example/?email=a@b.c) and more", "at https://a.example/?email=REDACTED) and more"],
  ["https://a.example/?email=a@b.c&x=1", "https://a.example/?email=REDACTED&x=1"],
])("finds addresses within texts: %s", (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test("no rule's address is left in any text, and lines stay", () => {
  const around = fc.stringMatching(/^[ ()'",.:;a-z0-9\n]{0,12}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(around, fc.integer({ min: 1000, max: 9999 }))), (parts) => {
      const text = parts.map(([before, id]) => `${before} https://a.example/people/${id}:3:4`).join("\n");
      const redacted = redact(text);
      expect(redacted).not.toMatch(/people\/\d/);
      expect(redacted.split("\n").length).toBe(text.split("\n").length);
    }),
  );
});
