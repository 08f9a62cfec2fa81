import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactEmail } from "./redactEmail.ts";

describe("redactEmail", () => {
  it.each([
    ["https://a.example/?email=jo%40b.example", "https://a.example/?email=REDACTED"],
    ["https://a.example/?x=1&EMAIL=jo@b.example&y=2#top", "https://a.example/?x=1&EMAIL=REDACTED&y=2#top"],
    ["https://a.example/?email=a&email=b", "https://a.example/?email=REDACTED&email=REDACTED"],
    ["https://a.example/#/done?email=jo@b.example", "https://a.example/#/done?email=REDACTED"],
    ["https://a.example/?%65mail=jo@b.example", "https://a.example/?%65mail=REDACTED"],
    ["?email=", "?email=REDACTED"],
    ["https://a.example/email=1?my_email=2&emails=3", "https://a.example/email=1?my_email=2&emails=3"],
  ])("redacts %s", (address, expected) => {
    expect(redactEmail(address)).toBe(expected);
  });

  it("redacts every email parameter of any query", () => {
    const pair = fc.tuple(fc.constantFrom("email", "Email", "q", "mail"), fc.webQueryParameters());
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1 }), (pairs) => {
        const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
        const search = new URL(redactEmail(`https://a.example/?${query}`)).searchParams;
        const values = [...search]
          .filter(([name]) => name.toLowerCase() === "email")
          .map(([, value]) => value);
        expect(new Set(values)).toEqual(new Set(values.length > 0 ? ["REDACTED"] : []));
      }),
    );
  });
});
