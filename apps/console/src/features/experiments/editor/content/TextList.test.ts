import { describe, expect, it } from "vitest";
import { filterTexts, placeName } from "./TextList.tsx";

const copy = {
  "hero.title": "Give your work a trellis",
  "facts.0.text": "for ever",
  "closing.title": "Start",
};
const value = { copy: { en: { "closing.title": "Begin today" } } };
const addressesOf = (part: Partial<Parameters<typeof filterTexts>[1]>) =>
  filterTexts(copy, { search: "", value, locale: "en", isChangedOnly: false, ...part }).map(
    ({ address }) => address,
  );

describe("finding a text", () => {
  it("looks at place, wording and variant, for every word", () => {
    expect(addressesOf({})).toEqual(Object.keys(copy));
    expect(addressesOf({ search: "TRELLIS work" })).toEqual(["hero.title"]);
    expect(addressesOf({ search: "title" })).toEqual(["hero.title", "closing.title"]);
    expect(addressesOf({ search: "today" })).toEqual(["closing.title"]);
    expect(addressesOf({ search: "today trellis" })).toEqual([]);
  });

  it("leaves the changed ones of a language when asked", () => {
    expect(addressesOf({ isChangedOnly: true })).toEqual(["closing.title"]);
    expect(addressesOf({ isChangedOnly: true, locale: "de" })).toEqual([]);
  });

  it("counts places from 1", () => expect(placeName("facts.0.text")).toBe("facts › 1 › text"));
});
