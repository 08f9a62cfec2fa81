import { LOCALES, PLAN_TIERS } from "@marquee/contract";
import { CATALOG } from "@marquee/contract/testing/catalog";
import { describe, expect, it } from "vitest";
import { testParts } from "../app/testing/testParts.ts";
import { alternatesOf, PAGES } from "../site/pages.ts";
import { loadStructuredPage, structuredData } from "./structuredData.ts";

const ORIGIN = "https://trellis.example";

type Json = Record<string, unknown>;

/** Structured data of the page at `path`, by type. */
async function thingsOf(path: string): Promise<Map<unknown, Json>> {
  const page = await testParts.pages.load(path);
  if (!page) throw new Error(`No page at ${path}.`);
  const data = structuredData(await loadStructuredPage(page, testParts), ORIGIN);
  const graph = JSON.parse(JSON.stringify(data?.["@graph"] ?? [])) as Json[];
  return new Map(graph.map((thing) => [thing["@type"], thing]));
}

/** Required members of each type (by schema.org and search engines), and optional ones. */
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

/** All things in `value`, including itself, without bare references (only `@id`). */
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
    "$path has all required members, no unknown ones and no empty ones",
    async ({ path }) => {
      const things = [...(await thingsOf(path)).values()].flatMap(everyThing);
      expect(things.length).toBeGreaterThan(0);
      for (const thing of things) {
        const { required, optional = [] } = MEMBERS[String(thing["@type"])] ?? { required: ["known type"] };
        expect(Object.keys(thing)).toEqual(expect.arrayContaining(required));
        expect([...required, ...optional, "@type"]).toEqual(expect.arrayContaining(Object.keys(thing)));
        expect(Object.values(thing)).not.toContain("");
        expect(JSON.stringify(thing)).not.toMatch(/\{\w+\}|\bundefined\b|\bnull\b/);
      }
    },
  );

  it("describes exactly the expected types on each page", async () => {
    const types = async (path: string) => [...(await thingsOf(path)).keys()];
    expect(await types("/")).toEqual(["Organization", "WebSite", "SoftwareApplication", "FAQPage"]);
    expect(await types("/pricing")).toEqual(["SoftwareApplication", "BreadcrumbList", "FAQPage"]);
    expect(await types("/lp/features/gantt-chart-view")).toEqual(["BreadcrumbList", "FAQPage"]);
    expect(await types("/lp")).toEqual(["BreadcrumbList"]);
  });

  it("describes an entry of a collection below its list", async () => {
    const entry = {
      path: "/changelog/a",
      locale: "en" as const,
      head: { title: "A | Trellis", description: "What is new." },
      list: { path: "/changelog", title: "Changelog" },
    };
    const graphOf = async (article: object) => {
      const page = { ...entry, article: { date: "2026-11-24", ...article } };
      const data = structuredData(await loadStructuredPage(page, testParts), ORIGIN);
      const graph = data?.["@graph"] as Json[];
      return new Map(graph.map((thing) => [thing["@type"], thing]));
    };
    const graph = await graphOf({ author: "Ann Example", updated: "2026-11-25" });
    expect(graph.get("BlogPosting")).toMatchObject({
      headline: "A",
      url: `${ORIGIN}/changelog/a`,
      datePublished: "2026-11-24",
      dateModified: "2026-11-25",
      author: { "@type": "Person", name: "Ann Example" },
      publisher: { "@id": `${ORIGIN}/#organization` },
    });
    expect(graph.get("BreadcrumbList")?.itemListElement).toMatchObject([
      { item: `${ORIGIN}/` },
      { name: "Changelog", item: `${ORIGIN}/changelog` },
      { item: `${ORIGIN}/changelog/a` },
    ]);
    const ours = await graphOf({ author: "The Trellis team", updated: "2026-01-01" });
    expect(ours.get("BlogPosting")).toMatchObject({
      author: { "@id": `${ORIGIN}/#organization` },
      dateModified: "2026-11-24",
    });
  });

  it("describes a template as a page with its picture, and a list by its entries", async () => {
    const described = {
      locale: "en" as const,
      head: { title: "A | Trellis", description: "What it plans." },
    };
    const graphOf = async (page: object) => {
      const data = structuredData(
        await loadStructuredPage({ path: "/templates/a", ...described, ...page }, testParts),
        ORIGIN,
      );
      const graph = data?.["@graph"] as Json[];
      return new Map(graph.map((thing) => [thing["@type"], thing]));
    };
    const image = { source: "a.png", version: "v1", width: 1600, height: 900, alt: "A board" };
    const graph = await graphOf({
      list: { path: "/templates", title: "Templates" },
      entry: { category: "Launches", updated: "2026-11-27", image },
    });
    expect(graph.has("BlogPosting")).toBe(false);
    expect(graph.get("WebPage")).toMatchObject({
      name: "A",
      url: `${ORIGIN}/templates/a`,
      keywords: "Launches",
      dateModified: "2026-11-27",
      primaryImageOfPage: {
        url: `${ORIGIN}/images?source=a.png&version=v1&width=1600&quality=50&format=webp`,
        width: 1600,
        height: 900,
        caption: "A board",
      },
    });
    const list = await graphOf({
      path: "/templates",
      entries: [
        { path: "/templates/a", title: "A" },
        { path: "/templates/b", title: "B" },
      ],
    });
    expect(list.get("CollectionPage")).toMatchObject({
      url: `${ORIGIN}/templates`,
      mainEntity: {
        "@type": "ItemList",
        numberOfItems: 2,
        itemListElement: [
          { position: 1, name: "A", url: `${ORIGIN}/templates/a` },
          { position: 2, name: "B", url: `${ORIGIN}/templates/b` },
        ],
      },
    });
  });

  it.each(["/", ...LOCALES.map((locale) => (locale === "en" ? "/pricing" : `/${locale}/pricing`))])(
    "lists the catalog's prices per user and month on %s",
    async (path) => {
      const offers = (await thingsOf(path)).get("SoftwareApplication")?.offers as Json & { offers: Json[] };
      const said = offers.offers.map(({ price, priceCurrency, priceSpecification }) => {
        const { billingDuration, unitText, ...specified } = priceSpecification as Json;
        expect(specified).toMatchObject({ price, priceCurrency: "USD" });
        expect([priceCurrency, unitText]).toEqual(["USD", "user per month"]);
        return `${price} ${billingDuration ?? "for ever"}`;
      });
      const { unlimited, business } = CATALOG.plans;
      expect(said).toEqual([
        "0 for ever",
        `${unlimited.pricing.monthly.perMonth} P1M`,
        `${unlimited.pricing.yearly.perMonth} P1Y`,
        `${business.pricing.monthly.perMonth} P1M`,
        `${business.pricing.yearly.perMonth} P1Y`,
      ]);
      const prices = PLAN_TIERS.flatMap((tier) => Object.values(CATALOG.plans[tier].pricing))
        .map(({ perMonth }) => perMonth)
        .filter((price) => price !== null);
      expect(offers).toMatchObject({
        lowPrice: Math.min(...prices),
        highPrice: Math.max(...prices),
        offerCount: said.length,
      });
    },
  );

  it("names the plans in the page's language", async () => {
    const offers = (await thingsOf("/de/pricing")).get("SoftwareApplication")?.offers as { offers: Json[] };
    expect(offers.offers[0]).toMatchObject({ name: "Kostenlos", url: `${ORIGIN}/de/pricing` });
  });

  it("builds breadcrumbs from the home page through each parent page", async () => {
    const trail = (await thingsOf("/lp/teams/project-management")).get("BreadcrumbList");
    const items = trail?.itemListElement as Json[];
    expect(items.map(({ position, item }) => [position, item])).toEqual([
      [1, `${ORIGIN}/`],
      [2, `${ORIGIN}/lp`],
      [3, `${ORIGIN}/lp/teams/project-management`],
    ]);
    const german = (await thingsOf("/de/lp/ai")).get("BreadcrumbList")?.itemListElement as Json[];
    expect(german.map(({ item }) => item)).toEqual([`${ORIGIN}/de`, `${ORIGIN}/de/lp`, `${ORIGIN}/de/lp/ai`]);
    expect((await thingsOf("/de")).has("BreadcrumbList")).toBe(false);
  });

  it("fills prices into the answers in the page's format", async () => {
    const text = JSON.stringify((await thingsOf("/fr-FR/pricing")).get("FAQPage"));
    expect(text).toContain("7\u00a0$");
  });
});
