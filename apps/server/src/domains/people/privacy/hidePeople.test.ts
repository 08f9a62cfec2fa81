import fc from "fast-check";
import { expect, it } from "vitest";
import { hidePeople } from "./hidePeople.ts";

it("empties personal data at any depth, and keeps the types that screens rely on", () => {
  expect(
    hidePeople({
      fields: { user_id: "u-1", visitor_id: "9f1c", anonymous_id: "9f1c", path: "/u/jane@acme.example" },
      traits: { email: "jane@acme.example", phone: "1" },
      properties: {
        plan: "team",
        previousId: "jane",
        "jane@acme.example": true,
        ids: ["jane%40acme.example"],
      },
      context: { traits: { name: "Jane" }, userId: 7 },
      receipt: null,
      counted: [{ name: "user_id", values: [{ value: "jane", count: 1 }] }],
    }),
  ).toEqual({
    fields: { user_id: "", visitor_id: "9f1c", anonymous_id: "9f1c", path: "/u/REDACTED" },
    traits: {},
    properties: { plan: "team", previousId: "", REDACTED: true, ids: ["REDACTED"] },
    context: { traits: {}, userId: null },
    receipt: null,
    counted: [{ name: "user_id", values: [] }],
  });
});

it("shows IDs of our own library, and stable pseudonyms for all others", () => {
  const [ownBrowser, user, same, other] = ["1-22-333-4294967295", "4711", "4711", "4712"].map(
    (visitor) => hidePeople({ visitor }).visitor,
  );
  expect(ownBrowser).toBe("1-22-333-4294967295");
  expect(user).toMatch(/^[\da-f]{12}$/);
  expect([same === user, other === user]).toEqual([true, false]);
});

it("changes nothing of data without people", () => {
  const name = fc.stringMatching(/^q[a-z]{0,8}$/);
  const data = fc.jsonValue({ stringUnit: fc.constantFrom("a", "b", " ", "/", "é", "1") });
  fc.assert(
    fc.property(fc.dictionary(name, data), (value) => {
      const copy = JSON.parse(JSON.stringify(value));
      expect(hidePeople(copy)).toEqual(copy);
    }),
  );
});
