import { LOCALES, PLAN_TIERS, PLANS } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { loadPage } from "../app/loadPage.tsx";
import { alternatesOf, PAGES } from "../site/pages.ts";
import { loadStructuredPage, structuredData } from "./structuredData.ts";

const ORIGIN = "https://trellis.example";

type Json = Record<string, unknown>;

/** What the page at `path` says, by type. */
async function thingsOf(path: string): Promise<Map<unknown, Json>> {
  const page = await loadPage(path);
  if (!page) throw new Error(`No page at ${path}.`);
  const data = structuredData(await loadStructuredPage(page), ORIGIN);
  const graph = JSON.parse(JSON.stringify(data?.["@graph"] ?? [])) as Json[];
  return new Map(graph.map((thing) => [thing["@type"], thing]));
}

/** Members that each type must have (schema.org, and what search engines ask of it), and those it may have. */
const MEMBERS: Record<string, { required: string[]; optional?: string[] }> = {
  Organization: { required: ["name", "url", "logo"], optional: ["@id", "slogan", "contactPoint"] },
  ContactPoint: { required: ["contactType", "email"] },
  WebSite: { required: ["name", "url"], optional: ["@id", "inLanguage", "publisher"] },
  SoftwareApplication: {
    required: ["name", "offers", "applicationCategory", "operatingSystem"],
    optional: ["@id", "url", "description"],
  },
  AggregateOffer: { required: ["lowPrice", "priceCurrency", "highPrice", "offerCount", "offers"] },
  Offer: { required: ["name", "price", "priceCurrency", "url", "priceSpecification"] },
  UnitPriceSpecification: { required: ["price", "priceCurrency", "unitText"], optional: ["billingDuration"] },
  BreadcrumbList: { required: ["itemListElement"] },
  ListItem: { required: ["position", "name", "item"] },
  FAQPage: { required: ["mainEntity"] },
  Question: { required: ["name", "acceptedAnswer"] },
  Answer: { required: ["text"] },
};

/** Every thing below `value`, itself included; a bare reference (`@id` alone) is none. */
function everyThing(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(everyThing);
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(everyThing);
  return "@type" in value ? [value as Json, ...inner] : inner;
}

const ADDRESSES = PAGES.flatMap((page) =>
  alternatesOf(page).map(({ locale, path }) => ({ page, locale, path })),
);

describe("structuredData", () => {
  it.each(ADDRESSES)(
    "$path has only known members, all that are asked for, and none empty",
    async ({ path }) => {
      const things = [...(await thingsOf(path)).values()].flatMap(everyThing);
      expect(things.length).toBeGreaterThan(0);
      for (const thing of things) {
        const { required, optional = [] } = MEMBERS[String(thing["@type"])] ?? { required: ["known type"] };
        expect(Object.keys(thing)).toEqual(expect.arrayContaining(required));
        expect([...required, ...optional, "@type"]).toEqual(expect.arrayContaining(Object.keys(thing)));
        expect(Object.values(thing)).not.toContain("");
        expect(JSON.stringify(thing)).not.toMatch(/\{\w+\}|undefined|null/);
      }
    },
  );

  it("says on each page what belongs there and nothing else", async () => {
    const types = async (path: string) => [...(await thingsOf(path)).keys()];
    expect(await types("/")).toEqual(["Organization", "WebSite", "SoftwareApplication", "FAQPage"]);
    expect(await types("/pricing")).toEqual(["SoftwareApplication", "BreadcrumbList", "FAQPage"]);
    expect(await types("/lp/features/gantt-chart-view")).toEqual(["BreadcrumbList", "FAQPage"]);
    expect(await types("/lp")).toEqual(["BreadcrumbList"]);
  });

  it.each(["/", ...LOCALES.map((locale) => (locale === "en" ? "/pricing" : `/${locale}/pricing`))])(
    "offers on %s what the catalog says, for each user and month",
    async (path) => {
      const offers = (await thingsOf(path)).get("SoftwareApplication")?.offers as Json & { offers: Json[] };
      const said = offers.offers.map(({ price, priceCurrency, priceSpecification }) => {
        const { billingDuration, unitText, ...specified } = priceSpecification as Json;
        expect(specified).toMatchObject({ price, priceCurrency: "USD" });
        expect([priceCurrency, unitText]).toEqual(["USD", "user per month"]);
        return `${price} ${billingDuration ?? "for ever"}`;
      });
      const { unlimited, business } = PLANS;
      expect(said).toEqual([
        "0 for ever",
        `${unlimited.pricing.monthly.perMonth} P1M`,
        `${unlimited.pricing.yearly.perMonth} P1Y`,
        `${business.pricing.monthly.perMonth} P1M`,
        `${business.pricing.yearly.perMonth} P1Y`,
      ]);
      const prices = PLAN_TIERS.flatMap((tier) => Object.values(PLANS[tier].pricing))
        .map(({ perMonth }) => perMonth)
        .filter((price) => price !== null);
      expect(offers).toMatchObject({
        lowPrice: Math.min(...prices),
        highPrice: Math.max(...prices),
        offerCount: said.length,
      });
    },
  );

  it("names the plans as the page does", async () => {
    const offers = (await thingsOf("/de/pricing")).get("SoftwareApplication")?.offers as { offers: Json[] };
    expect(offers.offers[0]).toMatchObject({ name: "Kostenlos", url: `${ORIGIN}/de/pricing` });
  });

  it("leads from the start page past each page above", async () => {
    const trail = (await thingsOf("/lp/teams/project-management")).get("BreadcrumbList");
    const items = trail?.itemListElement as Json[];
    expect(items.map(({ position, item }) => [position, item])).toEqual([
      [1, `${ORIGIN}/`],
      [2, `${ORIGIN}/lp`],
      [3, `${ORIGIN}/lp/teams/project-management`],
    ]);
  });

  it("answers with the amounts that the page shows", async () => {
    const text = JSON.stringify((await thingsOf("/fr-FR/pricing")).get("FAQPage"));
    expect(text).toContain("7\u00a0$");
  });
});
