import fc from "fast-check";
import { expect, test } from "vitest";
import { emailDomainOf, isEmailAddress, isWorkEmail } from "./email.ts";

test.each([
  ["ada@trellis.example", true],
  ["a@b.c", true],
  ["a.b+c@mail.trellis.example", true],
  ["ä@bücher.example", true],
  ["", false],
  ["ada", false],
  ["ada@trellis", false],
  ["@trellis.example", false],
  ["ada@.example", false],
  ["ada@trellis.", false],
  ["ada@b@trellis.example", false],
  ["ada @trellis.example", false],
  [" ada@trellis.example", false],
  ["ada@trellis.example\n", false],
])("%j: %s", (text, expected) => {
  expect(isEmailAddress(text)).toBe(expected);
});

test("matches the specification's rule, written as a pattern", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "B", "@", ".", " ", "\n", "é"), maxLength: 10 });
  fc.assert(
    fc.property(text, (each) => {
      expect(isEmailAddress(each)).toBe(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(each));
    }),
    { numRuns: 2000 },
  );
});

test("rejects a megabyte of dots without delay", () => {
  const start = performance.now();
  expect(isEmailAddress(`a@${".".repeat(1_000_000)}@`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(200);
});

test("the domain is lowercase and has no trailing dot", () => {
  expect(emailDomainOf("Ada@Mail.Trellis.Example.")).toBe("mail.trellis.example");
  expect(emailDomainOf("trellis.example")).toBeNull();
});

test.each([
  ["ada@trellis.example", true],
  ["ada@gmail.com", false],
  ["ada@GMail.com", false],
  ["ada@gmail.com.", false],
  ["ada@notgmail.com", true],
  ["gmail.com@trellis.example", true],
  ["trellis.example", false],
])("%s is a work email: %s", (address, expected) => {
  expect(isWorkEmail(address, new Set(["gmail.com", "web.de"]))).toBe(expected);
});
