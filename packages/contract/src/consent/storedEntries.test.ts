import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { STORED_ENTRIES, type StoragePlace } from "./storedEntries.ts";

const MEASUREMENT = readFileSync(join(import.meta.dirname, "../../../../docs/measurement.md"), "utf8");

/** Names and groups in the rows of a section's table. For a name with its setting, returns only the name. */
function documented(heading: string): string[] {
  const [, after = ""] = MEASUREMENT.split(`\n## ${heading}\n`);
  const [section = ""] = after.split("\n## ");
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => {
    const [, names = "", ...cells] = row.split("|").map((cell) => cell.trim());
    const group = cells.findLast((cell) => /^C\d{4}$/.test(cell));
    return [...names.replace(/\(.*\)/, "").matchAll(/`([^`]+)`/g)].map(([, name]) => `${name} ${group}`);
  });
}

const listed = (place: StoragePlace) =>
  STORED_ENTRIES.filter(({ places }) => places.includes(place)).flatMap(({ names, group }) =>
    names.map((name) => `${name} ${group}`),
  );

it("lists exactly the cookies of docs/measurement.md, with their consent groups", () => {
  expect(listed("cookie").sort()).toEqual(documented("Cookies").sort());
});

it("lists exactly the local storage of docs/measurement.md, with its consent groups", () => {
  expect(listed("localStorage").sort()).toEqual(documented("Local storage").sort());
});
