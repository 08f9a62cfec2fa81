import { beforeAll, describe, expect, it } from "vitest";
import { type Countries, openCountries } from "./countries.ts";

let countries: Countries;
beforeAll(async () => {
  countries = await openCountries();
});

describe("openCountries", () => {
  it.each([
    ["8.8.8.8", "US"],
    ["81.2.69.142", "GB"],
    ["2a00:1450:4001:800::1", "IE"],
    ["::ffff:8.8.8.8", "US"],
    ["127.0.0.1", ""],
    ["10.0.0.1", ""],
    ["::1", ""],
    ["not an address", ""],
    ["", ""],
  ])("looks up the country of %j: %j", (address, code) => {
    expect(countries.codeOf(address)).toBe(code);
  });
});
