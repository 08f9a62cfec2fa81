import { ONE_HOUR } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { bucketStarts } from "./timeSeries.ts";

const at = (iso: string) => Date.parse(iso);
const hoursBetween = (starts: readonly number[]) =>
  starts.slice(1).map((start, index) => (start - (starts[index] ?? 0)) / ONE_HOUR);

describe("bucketStarts", () => {
  it("returns a 23-hour day in spring and a 25-hour day in autumn", () => {
    const spring = bucketStarts({
      from: at("2026-03-28T00:00+01:00"),
      to: at("2026-03-31T00:00+02:00"),
      interval: "day",
      tz: "Europe/Berlin",
    });
    expect(spring.map((start) => new Date(start).toISOString())).toEqual([
      "2026-03-27T23:00:00.000Z",
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
    ]);
    const autumn = bucketStarts({
      from: at("2026-10-24T00:00+02:00"),
      to: at("2026-10-27T00:00+01:00"),
      interval: "day",
      tz: "Europe/Berlin",
    });
    expect(hoursBetween(autumn)).toEqual([24, 25]);
  });

  it("returns the repeated hour twice", () => {
    const starts = bucketStarts({
      from: at("2026-10-25T00:00+02:00"),
      to: at("2026-10-25T06:00+01:00"),
      interval: "hour",
      tz: "Europe/Berlin",
    });
    expect(starts).toHaveLength(7);
    expect(new Set(hoursBetween(starts))).toEqual(new Set([1]));
  });

  it("starts days at local midnight in a time zone with a half-hour offset", () => {
    const [first] = bucketStarts({
      from: at("2026-01-10T12:00+05:30"),
      to: at("2026-01-10T13:00+05:30"),
      interval: "day",
      tz: "Asia/Kolkata",
    });
    expect(first).toBe(at("2026-01-10T00:00+05:30"));
  });
});
