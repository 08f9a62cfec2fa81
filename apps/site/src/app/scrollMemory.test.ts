import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFragmentTarget } from "./scrollMemory.ts";

/** A fake document with exactly these element ids. */
const having = (...ids: string[]) => ({ getElementById: (id: string) => (ids.includes(id) ? id : null) });

describe("findFragmentTarget", () => {
  it("prefers the fragment as written over its decoded form", () => {
    expect(findFragmentTarget("#faq", having("faq"))).toBe("faq");
    expect(findFragmentTarget("#a%20b", having("a b", "a%20b"))).toBe("a%20b");
    expect(findFragmentTarget("#a%20b", having("a b"))).toBe("a b");
    expect(findFragmentTarget("#%C3%BCber-uns", having("über-uns"))).toBe("über-uns");
  });

  it("decodes the valid parts of a malformed fragment", () => {
    expect(findFragmentTarget("#50%", having("50%"))).toBe("50%");
    expect(findFragmentTarget("#50%", having("faq"))).toBeNull();
    expect(findFragmentTarget("#%E9%zz%20", having("\uFFFD%zz "))).toBe("\uFFFD%zz ");
  });

  it("leaves characters alone that are special only in queries", () => {
    expect(findFragmentTarget("#a+b&c=%2B", having("a+b&c=+"))).toBe("a+b&c=+");
  });

  it("returns null for an empty fragment", () => {
    expect(findFragmentTarget("", having(""))).toBeNull();
    expect(findFragmentTarget("#", having(""))).toBeNull();
  });

  it("never throws and finds every id by its encoded form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => findFragmentTarget(`#${text}`, having()) === null),
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (id) => {
        expect(findFragmentTarget(`#${encodeURIComponent(id)}`, having(id))).toBe(id);
      }),
    );
  });
});
