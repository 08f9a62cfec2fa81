import fc from "fast-check";
import { expect, test } from "vitest";
import { isKnownCustomer } from "./customers.ts";

const CUSTOMERS = { groupIds: ["4711", "815", ""], domains: ["acme.example", "Umbrella.example", ""] };

test.each([
  ["4711", null, true],
  ["4712", null, false],
  ["", null, false],
  [null, null, false],
  [null, "ada@acme.example", true],
  [null, "Ada@ACME.Example", true],
  [null, "ada@umbrella.example", true],
  [null, "ada@mail.acme.example", true],
  [null, "ada@notacme.example", false],
  [null, "ada@acme.example.org", false],
  [null, "acme.example@elsewhere.org", false],
  [null, "ada@example", false],
  [null, "ada@elsewhere.org.", false],
  [null, "ada@elsewhere.org..", false],
  [null, "acme.example", false],
  ["815", "ada@elsewhere.org", true],
  ["1", "ada@acme.example", true],
] as const)("group %j, email %j: %s", (groupId, email, expected) => {
  expect(isKnownCustomer({ groupId, email }, CUSTOMERS)).toBe(expected);
});

test("a domain matches itself and its subdomains, and nothing else", () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  fc.assert(
    fc.property(label, label, label, (user, prefix, company) => {
      const customers = { groupIds: [], domains: [`${company}.example`] };
      const recognised = (host: string) =>
        isKnownCustomer({ groupId: null, email: `${user}@${host}` }, customers);
      expect(recognised(`${company}.example`)).toBe(true);
      expect(recognised(`${prefix}.${company}.example`)).toBe(true);
      expect(recognised(`${prefix}${company}.example`)).toBe(false);
      expect(recognised(`${company}.example.${prefix}`)).toBe(false);
    }),
  );
});
