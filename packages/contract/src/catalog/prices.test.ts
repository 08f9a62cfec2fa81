import fc from "fast-check";
import { expect, test } from "vitest";
import { LOCALES } from "../kernel/locales.ts";
import { displayPerMonth, displayPriceProblem, formatNumber, formatPrice, perMonthOf } from "./prices.ts";

test.each([
  ["en", "$7", "$1,234.50"],
  ["fr-FR", "7\u00a0$", "1\u00a0234,50\u00a0$"],
  ["es-ES", "7\u00a0$", "1234,50\u00a0$"],
  ["it", "7\u00a0$", "1234,50\u00a0$"],
  ["pt-BR", "US$\u00a07", "US$\u00a01.234,50"],
  ["de", "7\u00a0$", "1.234,50\u00a0$"],
] as const)("%s formats prices as %j and %j", (locale, seven, large) => {
  expect(formatPrice(7, locale)).toBe(seven);
  expect(formatPrice(1234.5, locale)).toBe(large);
});

const amount = fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 1_000_000_000 }));

test("prices and numbers are written as CLDR does, with no-break spaces", () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(...LOCALES), (cents, locale) => {
      const usd = cents / 100;
      const currencyDisplay = locale === "pt-BR" ? "symbol" : "narrowSymbol";
      const style = { style: "currency", currency: "USD", currencyDisplay } as const;
      const minimumFractionDigits = Number.isInteger(usd) ? 0 : 2;
      const price = new Intl.NumberFormat(locale, {
        ...style,
        minimumFractionDigits,
        maximumFractionDigits: 2,
      });
      const write = (format: Intl.NumberFormat, value: number) =>
        format.format(value).replace(/\s/g, "\u00a0");
      expect(formatPrice(usd, locale)).toBe(write(price, usd));
      expect(formatNumber(cents, locale)).toBe(write(new Intl.NumberFormat(locale), cents));
    }),
  );
});

test("a price contains only digits, separators, its currency and no-break spaces", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(...LOCALES), (cents, locale) => {
      const written = formatPrice(cents / 100, locale);
      expect(written).toMatch(/^[\d.,$US\u00a0]+$/);
      const digits = written.replace(/\D/g, "");
      expect(Number(digits)).toBe(cents % 100 === 0 ? cents / 100 : cents);
    }),
  );
});

test("a display price replaces the formatted price in its locale only", () => {
  const item = { perMonth: 7, displayPrice: { de: "6,50\u00a0€" } };
  expect(displayPerMonth(item, "de")).toBe("6,50\u00a0€");
  expect(displayPerMonth(item, "en")).toBe("$7");
  expect(displayPerMonth({ perMonth: null }, "en")).toBeNull();
});

test("the price per month is the billed price of its months, to the cent", () => {
  expect([
    perMonthOf(144, "yearly"),
    perMonthOf(100, "yearly"),
    perMonthOf(10.5, "monthly"),
    perMonthOf(null, "yearly"),
  ]).toEqual([12, 8.33, 10.5, null]);
});

test.each([
  ["$12", "en", null],
  ["$12.00", "en", null],
  ["from $1,200.50", "en", "contradicts the price, which is $12 a month"],
  ["14", "en", "contradicts"],
  ["14\u00a0$", "de", "contradicts"],
  ["12,00 $", "de", null],
  ["US$ 12", "pt-BR", null],
  ["11,50 €", "de", null],
  ["CHF 11", "de", null],
  ["Free", "en", null],
] as const)("a written price of %j in %s fits $12 a month, or not: %s", (written, locale, problem) => {
  const actual = displayPriceProblem(written, 12, locale);
  if (problem === null) expect(actual).toBeNull();
  else expect(actual).toContain(problem);
});
