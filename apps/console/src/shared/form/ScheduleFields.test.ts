import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { fromLocalInput, toLocalInput } from "./ScheduleFields.tsx";

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

describe("an instant in a field for local time", () => {
  it("is the same instant again, to the minute, wherever the reader is", () => {
    const minutes = fc.integer({ min: 0, max: Date.UTC(2100, 0) / 60_000 });
    // Zones without summer time: an hour that comes twice cannot be told apart.
    fc.assert(
      fc.property(minutes, fc.constantFrom("UTC", "Asia/Tokyo", "Asia/Kolkata"), (minute, timeZone) => {
        process.env.TZ = timeZone;
        const instant = minute * 60_000;
        const back = fromLocalInput(toLocalInput(instant));
        // Before 1970 and long ago zones had offsets with seconds; none of these has.
        expect(back).toBe(instant);
      }),
    );
  });

  it("is shown by the reader's clock, summer time included", () => {
    process.env.TZ = "Europe/Oslo";
    expect(toLocalInput(Date.UTC(2026, 6, 1, 12))).toBe("2026-07-01T14:00");
    expect(toLocalInput(Date.UTC(2026, 0, 1, 12))).toBe("2026-01-01T13:00");
    expect(fromLocalInput("2026-07-01T14:00")).toBe(Date.UTC(2026, 6, 1, 12));
  });

  it("is none where the field is empty or holds no time", () => {
    expect([toLocalInput(null), fromLocalInput(""), fromLocalInput("soon")]).toEqual(["", null, null]);
  });
});
