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

describe("filterTexts", () => {
  it("matches every word in the key, original or changed text", () => {
    expect(addressesOf({})).toEqual(Object.keys(copy));
    expect(addressesOf({ search: "TRELLIS work" })).toEqual(["hero.title"]);
    expect(addressesOf({ search: "title" })).toEqual(["hero.title", "closing.title"]);
    expect(addressesOf({ search: "today" })).toEqual(["closing.title"]);
    expect(addressesOf({ search: "today trellis" })).toEqual([]);
  });

  it("returns only the changed texts of a language on request", () => {
    expect(addressesOf({ isChangedOnly: true })).toEqual(["closing.title"]);
    expect(addressesOf({ isChangedOnly: true, locale: "de" })).toEqual([]);
  });

  it("counts list positions from 1", () => expect(placeName("facts.0.text")).toBe("facts › 1 › text"));
});
