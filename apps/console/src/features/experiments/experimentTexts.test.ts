import { expect, it } from "vitest";
import { durationText } from "./experimentTexts.ts";

it.each([
  [1, "about 1 day"],
  [56, "about 56 days"],
  [60, "about 2 months"],
  [547, "about 18 months"],
  [730, "about 2 years"],
  [2000, "about 5.5 years"],
  [90_000, "about 247 years"],
])("shows %i days in a unit that people plan in", (days, text) => expect(durationText(days)).toBe(text));
