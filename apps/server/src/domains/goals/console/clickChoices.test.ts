import { expect, it } from "vitest";
import type { ClickedTarget } from "../queries/clickChoices.ts";
import { englishTextsOf, groupClicks } from "./clickChoices.ts";

const copy = {
  en: { shell: { consent: { accept: "Accept" }, list: ["One"] }, home: { title: "Home" } },
  de: { shell: { consent: { accept: "Akzeptieren" }, list: ["Eins"] }, other: { title: "Sonst" } },
};
const ENGLISH = englishTextsOf({ copy } as never);

const clicked = (target: string, count: number, overrides: Partial<ClickedTarget> = {}): ClickedTarget => ({
  target,
  count,
  texts: [{ value: target, count }],
  englishTexts: [],
  places: [{ root: "consent", location: "consent", count }],
  pages: [{ value: "/", count }],
  ...overrides,
});

it("finds English texts by their place in the copy", () => {
  expect([...ENGLISH]).toEqual([
    ["Akzeptieren", "Accept"],
    ["Eins", "One"],
  ]);
});

it("groups a button without ID across languages, by its English text", () => {
  const english = [{ value: "Accept", count: 2 }];
  expect(
    groupClicks([clicked("Akzeptieren", 3), clicked("Accept", 2, { englishTexts: english })], ENGLISH),
  ).toEqual([
    {
      label: "Accept",
      targets: ["Akzeptieren", "Accept"],
      texts: ["Akzeptieren", "Accept"],
      count: 5,
      places: [{ root: "consent", location: "consent", count: 5 }],
      pages: [{ value: "/", count: 5 }],
    },
  ]);
});

it("is named by its English copy if nobody clicked it in English, otherwise by its text", () => {
  const labels = groupClicks([clicked("Akzeptieren", 3), clicked("Mehr", 2)], ENGLISH).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(["Accept", "Mehr"]);
});
