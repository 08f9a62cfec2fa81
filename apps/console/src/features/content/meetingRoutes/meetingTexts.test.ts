import { expect, it } from "vitest";
import { meetingText } from "./meetingTexts.ts";

it.each([
  [{ name: "any", url: "" }, "any: Everyone → No booking page: someone replies"],
  [
    { name: "big", companySizes: ["201-1000", "1001+"], locales: ["de"], url: "https://cal.example" },
    "big: 201-1000 or 1001+ people, German → https://cal.example",
  ],
  [
    { name: "acme", emailDomains: ["a.example", "b.example", "c.example"], url: "" },
    "acme: a.example, b.example or c.example → No booking page: someone replies",
  ],
  [{ url: "https://cal.example" }, "https://cal.example"],
  [{ title: "A page" }, null],
  [["/pricing"], null],
])("says %j in words", (value, text) => {
  expect(meetingText(value)).toBe(text);
});
