import { expect, it } from "vitest";
import { readDepartment } from "./departments.ts";

it.each([
  ['{"department":"Support"}', "Support"],
  ['{"department":7}', undefined],
  ["Support", undefined],
  ["null", undefined],
  [null, undefined],
])("of %s is %s", (entry, department) => {
  expect(readDepartment(() => entry)).toBe(department);
});

it("is unknown if storage is blocked", () => {
  const blocked = () => {
    throw new Error("SecurityError");
  };
  expect(readDepartment(blocked)).toBeUndefined();
});
