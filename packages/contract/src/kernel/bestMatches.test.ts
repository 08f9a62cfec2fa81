import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestMatches } from "./bestMatches.ts";

const find = (typed: string, items: readonly string[], limit = 10) =>
  bestMatches(items, typed, { textsOf: (item) => [item], limit });

describe("bestMatches", () => {
  it("lists starts first, then starts of words, then the rest, and keeps the order of equals", () => {
    const names = ["Interface", "The face", "Surface", "Face lift", "facet", "Hands"];
    expect(find(" FACE ", names)).toEqual(["Face lift", "facet", "The face", "Interface", "Surface"]);
    expect(find("face", names, 2)).toEqual(["Face lift", "facet"]);
  });

  it("finds a later start of a word, and takes the best of several texts", () => {
    expect(find("art", ["heart of art", "smart"])).toEqual(["heart of art", "smart"]);
    const textsOf = (item: { name: string; path: string }) => [item.name, item.path];
    const items = [
      { name: "Our plans", path: "/x" },
      { name: "Prices", path: "plans" },
    ];
    expect(bestMatches(items, "plans", { textsOf, limit: 1 })).toEqual([items[1]]);
  });

  it("matches nothing for an empty search, and treats pattern characters literally", () => {
    expect(find("  ", ["a"])).toEqual([]);
    expect(find("%", ["a", "100%"])).toEqual(["100%"]);
    expect(find(".*", ["a"])).toEqual([]);
    expect(find("é", ["École"])).toEqual(["École"]);
  });

  it("returns exactly the items that contain the search, for any input", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ minLength: 1 }), (items, typed) => {
        const wanted = typed.trim().toLowerCase();
        const expected = wanted === "" ? [] : items.filter((item) => item.toLowerCase().includes(wanted));
        expect(find(typed, items, Number.POSITIVE_INFINITY).sort()).toEqual(expected.sort());
      }),
    );
  });
});
