import { expect, it } from "vitest";
import { cookieDomainLine } from "./cookieDomainLine.ts";

it.each([
  ["https://www.example.com", "COOKIE_DOMAIN=example.com"],
  ["https://www.example.co.uk:8443", "COOKIE_DOMAIN=example.co.uk"],
  ["https://example.com", "COOKIE_DOMAIN=example.com"],
  // The parent domain may belong to others: example.github.io.
  ["https://shop.example.com", "COOKIE_DOMAIN=shop.example.com"],
  ["http://127.0.0.1:3000", null],
  ["http://[::1]:3000", null],
  ["http://localhost:3000", null],
  ["http://shop.localhost:3000", null],
])("offers for %s: %s", (origin, line) => {
  expect(cookieDomainLine(origin)).toBe(line);
});
