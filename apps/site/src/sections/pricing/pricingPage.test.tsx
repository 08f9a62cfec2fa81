import { readFileSync } from "node:fs";
import {
  DEFAULT_FLAGS,
  type FlagValues,
  formatPrice,
  LOCALES,
  type Locale,
  localizePath,
} from "@marquee/contract";
import { CATALOG, flatCatalog } from "@marquee/contract/testing/catalog";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { PricingCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import Pricing from "../../routes/pricing.tsx";
import { SiteContext } from "../../site/siteContext.tsx";
import { testSite } from "../../site/testing/testSite.ts";

const PRICES: Record<Locale, string[]> = {
  en: ["$0", "$10", "$7", "$84", "$36", "$19", "$12", "$144", "$9", "$6"],
  "fr-FR": ["0 $", "10 $", "7 $", "84 $", "36 $", "19 $", "12 $", "144 $", "9 $", "6 $"],
  "es-ES": ["0 $", "10 $", "7 $", "84 $", "36 $", "19 $", "12 $", "144 $", "9 $", "6 $"],
  it: ["0 $", "10 $", "7 $", "84 $", "36 $", "19 $", "12 $", "144 $", "9 $", "6 $"],
  "pt-BR": ["US$ 0", "US$ 10", "US$ 7", "US$ 84", "US$ 36", "US$ 19", "US$ 12", "US$ 144", "US$ 9", "US$ 6"],
  de: ["0 $", "10 $", "7 $", "84 $", "36 $", "19 $", "12 $", "144 $", "9 $", "6 $"],
};

const QUIZ_FLAG = "pricing-quiz-banner-is-active";

function read(locale: Locale): PricingCopy {
  const file = new URL(`../../../../../content/copy/${locale}/pricing.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

function render(locale: Locale, flags: FlagValues = DEFAULT_FLAGS, catalog = CATALOG): string {
  const site = testSite(localizePath("/pricing", locale), { locale, flags });
  return renderToStaticMarkup(
    <SiteContext value={{ ...site, catalog }}>
      <Pricing copy={read(locale)} locale={locale} />
    </SiteContext>,
  );
}

describe.each(LOCALES)("the pricing page in %s", (locale) => {
  const html = render(locale);

  test("contains all prices of both periods, so that the switch needs no script", () => {
    for (const price of PRICES[locale]) expect(html).toContain(price.replace(" ", "\u00a0"));
  });

  test("contains both periods' prices in the plan", () => {
    const plan = html.slice(html.indexOf('id="plan-unlimited"'), html.indexOf('id="plan-business"'));
    const [, monthly = "", yearly = ""] = PRICES[locale];
    expect(plan).toContain(`>${monthly.replace(" ", "\u00a0")}<`);
    expect(plan).toContain(`>${yearly.replace(" ", "\u00a0")}<`);
  });

  test("explains Brain in a purple tooltip, and everything else in dark ones", () => {
    const tooltips = [...html.matchAll(/role="tooltip"[^>]*>/g)].map(([tag]) => tag);
    const purple = tooltips.filter((tag) => tag.includes("bg-[oklch(0.42_0.17_295)]"));
    const dark = tooltips.filter((tag) => tag.includes("bg-[oklch(0.22_0.03_160)]"));
    expect([purple.length, dark.length]).toEqual([1, tooltips.length - 1]);
    expect(html).toContain(`${read(locale).addOns.items.brain.description}</span>`);
  });

  test("fills every placeholder of its copy", () => {
    expect(html).not.toMatch(/\{\w+\}/);
  });

  test("sets no style attribute, which the Content-Security-Policy forbids", () => {
    expect(html).not.toContain("style=");
  });

  test("links only to its own sections, sign-up and contact sales", () => {
    const targets = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? "");
    const pages = [localizePath("/sign-up", locale), localizePath("/contact-sales", locale)];
    expect(pages.filter((page) => !targets.includes(page))).toEqual([]);
    for (const target of targets) {
      if (!pages.includes(target)) expect(html).toContain(`id="${target.replace("#", "")}"`);
    }
  });

  test("shows the plans as cards only with their flag", () => {
    const cards = (markup: string) => markup.match(/<article aria-labelledby="plan-[^>]*rounded-lg/g) ?? [];
    expect(cards(html)).toEqual([]);
    const flagged = render(locale, { ...DEFAULT_FLAGS, "new-card-ui-CLK-123": true });
    expect(cards(flagged)).toHaveLength(4);
    // The same plans, prices and actions.
    expect(flagged.replace(/<[^>]+>/g, "")).toBe(html.replace(/<[^>]+>/g, ""));
  });

  test("offers the quiz below the plans, and in a banner above them only with its flag", () => {
    const { quizBanner } = read(locale);
    const offers = (markup: string) => [...markup.matchAll(new RegExp(`>${quizBanner.action}<`, "g"))];
    const [offer, ...furtherOffers] = offers(html);
    expect(offer?.index).toBeGreaterThan(html.indexOf('id="plan-enterprise"'));
    expect(offer?.index).toBeLessThan(html.indexOf('id="calculator"'));
    expect(furtherOffers).toEqual([]);
    const flagged = render(locale, { ...DEFAULT_FLAGS, [QUIZ_FLAG]: true });
    const [banner] = offers(flagged);
    expect(offers(flagged)).toHaveLength(2);
    expect(banner?.index).toBeLessThan(flagged.indexOf("<article"));
  });

  test("labels a plan's price as not per user if the catalog defines it so", () => {
    const copy = read(locale);
    const flat = render(locale, DEFAULT_FLAGS, flatCatalog("unlimited"));
    const planOf = (markup: string) =>
      markup.slice(markup.indexOf('id="plan-unlimited"'), markup.indexOf('id="plan-business"'));
    expect(planOf(html)).toContain(`>${copy.price.perUserMonth}<`);
    expect(planOf(flat)).not.toContain(copy.price.perUserMonth);
    expect(planOf(flat)).toContain(`>${copy.calculator.perMonth}<`);
    expect(planOf(flat)).toContain(
      fillTemplate(copy.calculator.paidYearly, { price: formatPrice(84, locale) }),
    );
    // The calculator starts with ten people on this plan.
    const total = (markup: string) => /<output[^>]*>(.*?)<\/output>/.exec(markup)?.[1] ?? "";
    expect(total(html)).toContain(`>${formatPrice(70, locale)}<`);
    expect(total(flat)).toContain(`>${formatPrice(7, locale)}<`);
    expect(total(flat)).not.toContain(
      fillTemplate(copy.calculator.perSeat, { price: formatPrice(0, locale) }),
    );
  });
});
