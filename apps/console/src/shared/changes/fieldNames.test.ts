import { describe, expect, it } from "vitest";
import { fieldName, valueText } from "./fieldNames.ts";

describe("fieldName and valueText", () => {
  it("use the form's label for a field", () => {
    expect(fieldName(["monitoringSampleRate"])).toBe("RUM sample rate");
    expect(fieldName(["#scheduled", "from"])).toBe("scheduled › From");
    expect(fieldName(["someNewField"])).toBe("Some new field");
  });

  it("show shares as percentages", () => {
    expect(valueText(["sampleRate"], 12.5)).toBe("12.5%");
    expect(valueText(["coverage"], 0.125)).toBe("12.5%");
  });

  it("names texts of pages by page, language and field", () => {
    expect(fieldName(["#Promise", "value", "copy:fr-FR:home", "/hero/title"])).toBe(
      "Promise › Value › Home in French › Hero title",
    );
  });

  it("show conditions in words", () => {
    const condition = { kind: "form", form: null, step: "sent" };
    expect(valueText(["condition"], condition)).toBe("Sent a form");
  });

  it("show one rule per line, and the fields of other objects", () => {
    const rules = [
      { kind: "address", pattern: "/pricing*" },
      { kind: "flag", key: "new-hero", value: "" },
    ];
    expect(valueText(["rules"], rules)).toBe("address, pattern /pricing*\nflag, key new-hero, value empty");
    expect(valueText(["rules"], [{ until: 0, source: "news", kind: "source" }])).toMatch(
      /^source, source news, until Jan 1, 1970/,
    );
    expect(valueText(["rules"], [])).toBe("none");
    expect(valueText(["other"], { isOn: true, cards: [{ count: 1, range: { days: 7 } }] })).toBe(
      "On: on\nCards:\n  • Count: 1\n    Range: Days: 7",
    );
    expect(valueText(["other"], {})).toBe("empty");
  });
});
