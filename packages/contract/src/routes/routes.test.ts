import { expect, it } from "vitest";
import type { RouteRow } from "../kernel/routeRow.ts";
import { CONSOLE_API } from "./routes.ts";

const ROWS: [string, RouteRow][] = Object.entries(CONSOLE_API);
const NAMES = ROWS.map(([name]) => name);

it("lists only existing routes as invalidated", () => {
  const isThere = (pattern: string) =>
    NAMES.some((name) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
  const wrong = ROWS.flatMap(([name, { invalidates = [] }]) =>
    invalidates.filter((pattern) => !isThere(pattern)).map((pattern) => `${name}: ${pattern}`),
  );
  expect(wrong).toEqual([]);
});

it("invalidates nothing when reading", () => {
  expect(ROWS.filter(([name, row]) => name.startsWith("GET") && row.invalidates)).toEqual([]);
});

it("has each route in one domain only", () => {
  expect(NAMES).toHaveLength(203);
});
