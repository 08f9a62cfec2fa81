import { describe, expect, it } from "vitest";
import { savedText } from "./ruleSummary.ts";

describe("savedText", () => {
  it.each([
    [[], "Saved and live."],
    [[true], "Saved and live."],
    [[true, false], "Saved. 1 rule is off."],
    [[false, false], "Saved. 2 rules are off."],
  ])("for rules with isOn %j returns %s", (rules, text) =>
    expect(savedText(rules.map((isOn) => ({ isOn })))).toBe(text),
  );
});
