import { expect, it } from "vitest";
import { bookingFrameUrl, bookingUrl } from "./schedulers.ts";

const ADA = { email: "ada+1@trellis.example", name: "Ada & Söhne#" };

it.each([
  [
    "https://cal.com/ada/30min",
    "https://cal.com/ada/30min?email=ada%2B1%40trellis.example&name=Ada+%26+S%C3%B6hne%23",
  ],
  [
    "https://app.cal.com/ada?duration=15",
    "https://app.cal.com/ada?duration=15&email=ada%2B1%40trellis.example&name=Ada+%26+S%C3%B6hne%23",
  ],
  [
    "https://acme.chilipiper.com/round-robin/x",
    "https://acme.chilipiper.com/round-robin/x?id=ada%2B1%40trellis.example",
  ],
  ["https://meetings.hubspot.com/ada", "https://meetings.hubspot.com/ada?email=ada%2B1%40trellis.example"],
  [
    "https://meetings-eu1.hubspot.com/ada",
    "https://meetings-eu1.hubspot.com/ada?email=ada%2B1%40trellis.example",
  ],
  ["https://book.example/ada#x", "https://book.example/ada?mail=ada%2B1%40trellis.example#x"],
  ["https://cal.com.evil.example/ada", "https://cal.com.evil.example/ada?mail=ada%2B1%40trellis.example"],
  ["https://notcal.com/ada", "https://notcal.com/ada?mail=ada%2B1%40trellis.example"],
])("%s passes on what its scheduler documents", (url, expected) => {
  expect(bookingUrl(url, ADA, "mail")).toBe(expected);
});

it("passes nothing on without a parameter, and omits an empty name", () => {
  expect(bookingUrl("https://book.example/ada", ADA, "")).toBe("https://book.example/ada");
  expect(bookingUrl("https://cal.com/ada", { ...ADA, name: "" }, "")).toBe(
    "https://cal.com/ada?email=ada%2B1%40trellis.example",
  );
});

it.each([
  ["https://cal.com/ada/30min/?email=a", "https://cal.com/ada/30min/embed?email=a"],
  ["https://meetings.hubspot.com/ada?email=a", "https://meetings.hubspot.com/ada?email=a&embed=true"],
  ["https://book.example/ada", "https://book.example/ada"],
  ["not a URL", null],
])("%s is framed as %s", (url, expected) => {
  expect(bookingFrameUrl(url)).toBe(expected);
});
