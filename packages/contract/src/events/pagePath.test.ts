import fc from "fast-check";
import { expect, it } from "vitest";
import { toWellFormed } from "../kernel/text.ts";
import { readablePath } from "./pagePath.ts";

it.each([
  ["/pricing", "/pricing"],
  ["/caf%C3%A9", "/café"],
  ["/caf%c3%a9", "/café"],
  ["/café", "/café"],
  ["/%F0%9F%92%A5/x", "/💥/x"],
  ["/my%20page%28a%2Cb%29", "/my page(a,b)"],
  ["/a%2fb%3f%23%5C", "/a%2Fb%3F%23%5C"],
  ["/100%25", "/100%25"],
  ["/100%", "/100%"],
  ["/a%2541", "/a%2541"],
  ["/%%34%31", "/A"],
  ["/%E0%A4%A", "/%E0%A4%A"],
  ["/%ff/%41", "/%FF/%41"],
  ["/a%00%0a", "/a%00%0A"],
])("shows %s as %s", (path, readable) => {
  expect(readablePath(path)).toBe(readable);
});

it("normalizes a path to one form that leads to the same page", () => {
  const character = fc.oneof(
    fc.constantFrom("%", "/", "é", "💥", " ", "a", "4", "1", "C3", "A9"),
    fc.string(),
  );
  const pathnameOf = (path: string) => {
    const url = new URL("https://a.example");
    url.pathname = path;
    return url.pathname;
  };
  fc.assert(
    fc.property(fc.array(character), (parts) => {
      const path = `/${toWellFormed(parts.join(""))}`;
      const readable = readablePath(path);
      expect(readablePath(readable)).toBe(readable);
      expect(readablePath(pathnameOf(readable))).toBe(readablePath(pathnameOf(path)));
    }),
  );
});
