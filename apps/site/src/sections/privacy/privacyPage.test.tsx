import { EVENT_CATALOG, LOCALES, STORED_ENTRIES } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { PrivacyCopy } from "../../copy/copy.ts";
import { MeasureProvider } from "../../site/measureContext.tsx";
import { NOOP_MEASURE } from "../../site/silentMeasure.ts";
import { SiteContext } from "../../site/siteContext.tsx";
import { testCopy, testSite } from "../../site/testing/testSite.ts";
import { PrivacyPage } from "./PrivacyPage.tsx";

type SiteOptions = Parameters<typeof testSite>[1];

async function render(locale: (typeof LOCALES)[number], settings: NonNullable<SiteOptions>["settings"] = {}) {
  const copy = (await testCopy.load("privacy", locale)) as PrivacyCopy;
  await testCopy.load("shell", locale);
  const html = renderToStaticMarkup(
    <SiteContext value={testSite("/privacy", { locale, settings })}>
      <MeasureProvider value={NOOP_MEASURE}>
        <PrivacyPage copy={copy} locale={locale} />
      </MeasureProvider>
    </SiteContext>,
  );
  return { html, copy };
}

it.each(LOCALES)("lists every event of the catalog and every stored entry, in %s", async (locale) => {
  const { html, copy } = await render(locale);
  expect(Object.keys(copy.measured.events).sort()).toEqual(Object.keys(EVENT_CATALOG).sort());
  const text = html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
  for (const event of Object.values(copy.measured.events)) expect(text).toContain(event);
  for (const { names, purpose } of STORED_ENTRIES) {
    for (const name of names) expect(text).toContain(`>${name}</code>`);
    expect(text).toContain(copy.stored.purposes[purpose]);
  }
  expect(text).not.toMatch(/\{\w+\}/);
});

it("shows the retention and the cookie's name as they are configured", async () => {
  const { html } = await render("en", { retentionDays: 400, recordedDays: 14, bannerCookie: "seen_banner" });
  expect(html).toContain("400 days");
  expect(html).toContain("14 days");
  expect(html).toContain("as long as this site exists, as proof");
  const limited = (await render("en", { leadDays: 90, receiptDays: 1200 })).html;
  for (const days of ["90 days", "1,200 days"]) expect(limited).toContain(days);
  expect(limited).not.toContain("as long as this site exists");
  expect(html).toContain(">seen_banner</code>");
  expect(html).not.toContain("cuPageBanner");
  expect(html).toContain("We don’t share it.");
  const connected = (await render("en", { recipients: ["Google", "Datadog"] })).html;
  expect(connected).toContain("we share data about your visit with Google and Datadog.");
  expect(connected).not.toContain("share it");
  expect((await render("de", { retentionDays: null })).html).toContain("unbegrenzt");
});
