import { BOOLEAN_FLAGS, DEFAULT_FLAGS } from "@marquee/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { overriddenFlags, withFlagOverrides } from "./flagOverrides.tsx";

const FLAG = "new-card-ui-CLK-123";
const storeOf = (entries: Record<string, string>) => (name: string) => entries[name] ?? null;

describe("overriddenFlags", () => {
  test.each(["true", "TRUE", " True\n", "\ttrue"])("treats %j as on", (value) => {
    const readStored = storeOf({ [FLAG]: value });
    expect(overriddenFlags({ search: "?debug=true", readStored })).toEqual([FLAG]);
  });

  test.each(["", "false", "1", "yes", "true!", "tr ue", '"true"'])("does not treat %j as on", (value) => {
    const readStored = storeOf({ [FLAG]: value });
    expect(overriddenFlags({ search: "?debug=true", readStored })).toEqual([]);
  });

  test.each([
    "",
    "?debug",
    "?debug=1",
    "?debug=TRUE",
    "?debug= true",
    "?Debug=true",
    "?debug=false&debug=true",
  ])("does not read storage with the query %j", (search) => {
    const readStored = () => {
      throw new Error("read without being asked to");
    };
    expect(overriddenFlags({ search, readStored })).toEqual([]);
  });

  test("returns exactly the known flags that are stored as true, each once", () => {
    const stored = fc.dictionary(
      fc.oneof(fc.constantFrom(...BOOLEAN_FLAGS), fc.string()),
      fc.constantFrom("true", " TRUE ", "false", "1", ""),
    );
    fc.assert(
      fc.property(stored, fc.constantFrom("?debug=true", "a=b&debug=true"), (entries, search) => {
        const overridden = overriddenFlags({ search, readStored: storeOf(entries) });
        const expected = BOOLEAN_FLAGS.filter((flag) => ["true", " TRUE "].includes(entries[flag] ?? ""));
        expect(overridden).toEqual(expected);
      }),
    );
  });
});

describe("withFlagOverrides", () => {
  test("turns on overridden flags and leaves the rest unchanged", () => {
    fc.assert(
      fc.property(fc.subarray([...BOOLEAN_FLAGS]), fc.subarray([...BOOLEAN_FLAGS]), (on, overridden) => {
        const values = withFlagOverrides(DEFAULT_FLAGS, on);
        const result = withFlagOverrides(values, overridden);
        for (const flag of BOOLEAN_FLAGS)
          expect(result[flag]).toBe(on.includes(flag) || overridden.includes(flag));
        expect(result["global-site-banner"]).toBe(DEFAULT_FLAGS["global-site-banner"]);
      }),
    );
  });

  test("returns the same object without overrides, so that nothing re-renders", () => {
    expect(withFlagOverrides(DEFAULT_FLAGS, [])).toBe(DEFAULT_FLAGS);
  });
});
