import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { setSiteTime } from "../format/siteTime.ts";
import { fromLocalInput, localTimeNote, toLocalInput } from "./ScheduleFields.tsx";

const setZone = (timeZone: string) => setSiteTime({ timeZone, weekStart: 1 });
afterEach(() => setZone("UTC"));

describe("toLocalInput and fromLocalInput", () => {
  it("return the same time, to the minute, in any time zone", () => {
    const minutes = fc.integer({ min: 0, max: Date.UTC(2100, 0) / 60_000 });
    // Time zones without daylight saving: an hour that occurs twice would be ambiguous.
    fc.assert(
      fc.property(minutes, fc.constantFrom("UTC", "Asia/Tokyo", "Asia/Kolkata"), (minute, timeZone) => {
        setZone(timeZone);
        const instant = minute * 60_000;
        const back = fromLocalInput(toLocalInput(instant));
        // Long ago, time zones had offsets with seconds. The times tested start in 1970.
        expect(back).toBe(instant);
      }),
    );
  });

  it("use the site's time zone, including daylight saving", () => {
    setZone("Europe/Oslo");
    expect(toLocalInput(Date.UTC(2026, 6, 1, 12))).toBe("2026-07-01T14:00");
    expect(toLocalInput(Date.UTC(2026, 0, 1, 12))).toBe("2026-01-01T13:00");
    expect(fromLocalInput("2026-07-01T14:00")).toBe(Date.UTC(2026, 6, 1, 12));
  });

  it("return an empty field for null, and null for an empty or invalid field", () => {
    expect([toLocalInput(null), fromLocalInput(""), fromLocalInput("soon")]).toEqual(["", null, null]);
  });
});

it("describes a time with its time zone, and a clock change at that time", () => {
  setZone("Europe/Oslo");
  expect(localTimeNote("2026-11-30T09:00")).toBe("Monday, November 30, 2026 at 09:00 GMT+1.");
  expect(localTimeNote("2026-03-29T02:30")).toMatch(/03:00 GMT\+2\. Clocks skip the time that you chose/);
  expect(localTimeNote("2026-10-25T02:30")).toMatch(/02:30 GMT\+2\. Clocks show this time twice/);
  expect(localTimeNote("")).toBe("");
});
