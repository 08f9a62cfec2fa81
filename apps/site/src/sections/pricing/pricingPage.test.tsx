import { readFileSync } from "node:fs";
import { LOCALES, type Locale } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import Pricing from "../../routes/pricing.tsx";
import type { PricingCopy } from "./PricingCopy.ts";

const PRICES: Record<Locale, string[]> = {
  en: ["$0", "$10", "$7", "$84", "$36", "$19", "$12", "$144", "$9", "$6"],
  "fr-FR": ["0 $", "10 $", "7 $", "84 $", "36 $", "19 $", "12 $", "144 $", "9 $", "6 $"],
  "es-ES": ["0 $", "10 $", "7 $", "84 $", "36 $", "19 $", "12 $", "144 $", "9 $", "6 $"],
  it: ["0 $", "10 $", "7 $", "84 $", "36 $", "19 $", "12 $", "144 $", "9 $", "6 $"],
  "pt-BR": ["US$ 0", "US$ 10", "US$ 7", "US$ 84", "US$ 36", "US$ 19", "US$ 12", "US$ 144", "US$ 9", "US$ 6"],
  de: ["0 $", "10 $", "7 $", "84 $", "36 $", "19 $", "12 $", "144 $", "9 $", "6 $"],
};

function render(locale: Locale): string {
  const file = new URL(`../../../../../content/copy/${locale}/pricing.json`, import.meta.url);
  const copy: PricingCopy = JSON.parse(readFileSync(file, "utf8"));
  return renderToStaticMarkup(<Pricing copy={copy} locale={locale} />);
}

describe.each(LOCALES)("the pricing page in %s", (locale) => {
  const html = render(locale);

  test("holds every price of both periods, so that the switch needs no script", () => {
    for (const price of PRICES[locale]) expect(html).toContain(price.replace(" ", "\u00a0"));
  });

  test("shows both periods' prices on the plan itself", () => {
    const plan = html.slice(html.indexOf('id="plan-unlimited"'), html.indexOf('id="plan-business"'));
    const [, monthly = "", yearly = ""] = PRICES[locale];
    expect(plan).toContain(`>${monthly.replace(" ", "\u00a0")}<`);
    expect(plan).toContain(`>${yearly.replace(" ", "\u00a0")}<`);
  });

  test("fills every place of its copy", () => {
    expect(html).not.toMatch(/\{\w+\}/);
  });

  test("sets no style attribute, which the Content-Security-Policy forbids", () => {
    expect(html).not.toContain("style=");
  });

  test("leads only to sections it has, or to a person", () => {
    const targets = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? "");
    expect(targets.length).toBeGreaterThan(4);
    for (const target of targets) {
      if (!target.startsWith("mailto:")) expect(html).toContain(`id="${target.replace("#", "")}"`);
    }
  });
});
