import fc from "fast-check";
import { expect, it } from "vitest";
import { type PlayerReport, parseReport } from "./protocol.ts";

const DIGEST = {
  activity: [1000],
  clicks: [{ at: 1, kind: "rage" as const }],
  pages: [{ at: 1, href: "/" }],
  messages: ["a message"],
};
const REPORTS: PlayerReport[] = [
  { type: "ready" },
  { type: "ended" },
  { type: "time", at: 12.5 },
  { type: "size", width: 390, height: 844 },
  { type: "key", key: "k" },
  { type: "unreadable", id: "a.0" },
  { type: "digest", id: "a.0", digest: DIGEST },
];

it("parses every valid message", () => {
  for (const report of REPORTS) expect(parseReport(report)).toEqual(report);
});

it("rejects anything else", () => {
  const malformed = [
    { type: "time", at: "soon" },
    { type: "time", at: Number.NaN },
    { type: "digest", id: "a", digest: { ...DIGEST, clicks: [{ at: 1, kind: "other" }] } },
    { type: "digest", id: "a", digest: { ...DIGEST, pages: {} } },
    { type: "size", width: 390, height: 0 },
    { type: "size", width: "390", height: 844 },
    { type: "unreadable" },
    { type: "key", key: 5 },
    { type: "constructor" },
  ];
  for (const other of malformed) expect(parseReport(other), JSON.stringify(other)).toBeNull();
  fc.assert(fc.property(fc.anything(), (data) => void parseReport(data)));
});
