import { expect, it } from "vitest";
import { type Contestant, toTable, type Visit } from "./table.ts";
import type { Load } from "./visits.ts";

const CONTESTANTS: Contestant[] = [
  { name: "ours", kind: "ours", origin: "" },
  { name: "one line", kind: "one line", origin: "" },
  { name: "Next.js 16", kind: "peer", origin: "" },
];

function visit(contestant: string, firstPaint: number, navigation?: number): Visit {
  const load = { firstPaint, blocking: contestant === "one line" ? 0 : 10 } as Load;
  return { contestant, protocol: "HTTP/2", load, ...(navigation === undefined ? {} : { navigation }) };
}

const rowOf = (visits: Visit[], what: string) =>
  toTable(CONTESTANTS, visits)
    .split("\n")
    .find((line) => line.startsWith(`| ${what}, HTTP/2 |`));

const VISITS = [
  ...[400, 300, 900].map((paint) => visit("ours", paint, 120)),
  ...[250, 200, 210].map((paint) => visit("one line", paint)),
  ...[500, 480, 8000].map((paint) => visit("Next.js 16", paint, 480)),
];

it("shows medians, with ours divided by each other one", () => {
  expect(rowOf(VISITS, "First contentful paint")).toBe(
    "| First contentful paint, HTTP/2 | 400 ms | 210 ms (1.90) | 500 ms (0.80) |",
  );
});

it("leaves cells empty for features that a page lacks", () => {
  expect(rowOf(VISITS, "Navigation to pricing")).toBe(
    "| Navigation to pricing, HTTP/2 | 120 ms |  | 480 ms (0.25) |",
  );
});

it("does not divide by zero", () => {
  expect(rowOf(VISITS, "Total blocking time")).toBe(
    "| Total blocking time, HTTP/2 | 10 ms | 0 ms | 10 ms (1.00) |",
  );
});
