import { describe, expect, it } from "vitest";
import { fieldName, valueText } from "./fieldNames.ts";

describe("a field of a change", () => {
  it("has the name that the form gives it", () => {
    expect(fieldName(["monitoringSampleRate"])).toBe("RUM sample rate");
    expect(fieldName(["#scheduled", "from"])).toBe("scheduled › From");
    expect(fieldName(["someNewField"])).toBe("Some new field");
  });

  it("shows shares as percentages", () => {
    expect(valueText(["sampleRate"], 12.5)).toBe("12.5%");
    expect(valueText(["coverage"], 0.125)).toBe("12.5%");
  });

  it("shows rules one a line, and what is no rule as it is", () => {
    const rules = [
      { kind: "address", pattern: "/pricing*" },
      { kind: "flag", key: "new-hero", value: "" },
    ];
    expect(valueText(["rules"], rules)).toBe("address, pattern /pricing*\nflag, key new-hero, value empty");
    expect(valueText(["rules"], [])).toBe("none");
    expect(valueText(["other"], [{ count: 1 }])).toBe(JSON.stringify([{ count: 1 }], null, 2));
  });
});
