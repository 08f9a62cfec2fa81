import { readFileSync } from "node:fs";
import { DEFAULT_FLAGS, type FlagValues, LOCALES, type Locale, localizePath } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { PricingCopy } from "../../copy/copy.ts";
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

function render(locale: Locale, flags: FlagValues = DEFAULT_FLAGS): string {
  return renderToStaticMarkup(
    <SiteContext value={testSite(localizePath("/pricing", locale), { locale, flags })}>
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

  test("shows the quiz banner only with its flag", () => {
    const { quizBanner } = read(locale);
    expect(html).not.toContain(quizBanner.action);
    expect(render(locale, { ...DEFAULT_FLAGS, [QUIZ_FLAG]: true })).toContain(quizBanner.action);
  });
});
