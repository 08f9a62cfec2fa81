import { expect, it } from "vitest";
import { storedFromText } from "./StoredFrom.tsx";

const day = (number: number) => Date.UTC(2026, 10, number, 9);

it("says when clicks and sessions begin, unless the date range begins later", () => {
  const text = (clicks: number | null, sessions: number | null) =>
    storedFromText(
      {
        clicksFrom: clicks === null ? null : day(clicks),
        sessionsFrom: sessions === null ? null : day(sessions),
      },
      Date.UTC(2026, 10, 10),
    );
  expect(text(12, 12)).toMatch(/^Clicks and scroll depths are stored from .*12.* on\./);
  expect(text(12, 20)).toMatch(/^Clicks are stored from .*12.* on, and counted by session from .*20.* on\.$/);
  expect(text(1, 20)).toMatch(/^Sessions are counted from .*20.* on/);
  // No notice if the data begins on the first day of the range.
  expect([text(10, 10), text(1, 2), text(null, null)]).toEqual([null, null, null]);
});
