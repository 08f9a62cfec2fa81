import type { NamedPage } from "@marquee/contract";
import { expect, it } from "vitest";
import { createSitePages } from "./sitePages.ts";

const PRICING = [
  { locale: "en", path: "/pricing" },
  { locale: "de", path: "/de/pricing" },
] as const;
const written = { path: "/privacy", title: "Privacy" };

function siteWith(describe: (page: NamedPage) => Promise<string>) {
  const site = { version: "1" };
  const list = createSitePages({
    entry: {
      listPages: () => PRICING.map(({ path }) => ({ path, alternates: [...PRICING] })),
      listPageTexts: () => [{ page: "pricing", path: "/pricing" }],
      describePage: async (page) => ({
        brand: "Trellis",
        headline: "A headline",
        accent: "leaf",
        label: await describe(page as NamedPage),
      }),
    },
    content: {
      list: () => [{ path: written.path, alternates: [] }],
      find: (path) => (path === written.path ? (written as never) : undefined),
    },
    siteContent: { values: () => site as never },
  });
  return { site, list };
}

it("lists the site's and editors' pages in each language with titles, and reads titles once per version", async () => {
  let reads = 0;
  const { site, list } = siteWith(async ({ name, locale }) => {
    reads += 1;
    return locale === "de" ? "" : `${name} in ${site.version}`;
  });
  const expected = (title: string) => [
    { path: "/pricing", title },
    { path: "/de/pricing", title: "A headline" },
    written,
  ];
  expect(await list()).toEqual(expected("pricing in 1"));
  await list();
  expect(reads).toBe(2);
  site.version = "2";
  expect(await list()).toEqual(expected("pricing in 2"));
});

it("reads titles again after a failure", async () => {
  let isBroken = true;
  const { list } = siteWith(async () => {
    if (isBroken) throw new Error("The copy file is missing.");
    return "Prices";
  });
  await expect(list()).rejects.toThrow("The copy file is missing.");
  isBroken = false;
  expect((await list())[0]).toEqual({ path: "/pricing", title: "Prices" });
});
