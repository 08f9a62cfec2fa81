import brand from "../../../../content/brand.json";
import { loadPage } from "../app/loadPage.tsx";
import type { Question } from "../blocks/Faq.tsx";
import { loadCopy } from "../copy/copy.ts";
import { fillTemplate } from "../copy/fillTemplate.ts";
import { priceValues } from "../copy/prices.ts";
import { titleWithoutSuffix } from "../head/pageTitle.ts";
import type { DescribedPage } from "../head/socialMeta.ts";
import { matchPage } from "../site/pages.ts";
import type { Crumb, StructuredPage } from "./structuredData.ts";

/** Gathers what {@link structuredData} says of a page: its place, and what its own copy holds. */
export async function loadStructuredPage(page: DescribedPage): Promise<StructuredPage> {
  const { path, locale } = page;
  const name = matchPage(path)?.page.name ?? null;
  const [copy, pricing] = await Promise.all([name && loadCopy(name, locale), loadCopy("pricing", locale)]);
  const { free, unlimited, business, enterprise } = pricing.plans;
  return {
    name,
    locale,
    trail: await trailTo(page),
    questions: copy ? questionsOf(copy, page) : [],
    planNames: {
      free: free.name,
      unlimited: unlimited.name,
      business: business.name,
      enterprise: enterprise.name,
    },
  };
}

/** The start page, each page that the path leads past, and the page itself. */
async function trailTo({ path, head }: DescribedPage): Promise<Crumb[]> {
  if (path === "/") return [];
  const above = path.split("/").map((_part, index, parts) => parts.slice(0, index).join("/"));
  const known = above.filter((each) => matchPage(each));
  const passed = await Promise.all(known.map(crumbOf));
  return [{ name: brand.name, path: "/" }, ...passed, { name: titleWithoutSuffix(head.title), path }];
}

async function crumbOf(path: string): Promise<Crumb> {
  const page = await loadPage(path);
  return { name: titleWithoutSuffix(page?.head.title ?? brand.name), path };
}

/** @param copy a page's copy; where it has questions, they are under the same keys on every page. */
function questionsOf(copy: unknown, { locale }: DescribedPage): Question[] {
  const items = (copy as { faq?: { items?: Question[] } }).faq?.items ?? [];
  const prices = priceValues(locale);
  return items.map(({ question, answer }) => ({ question, answer: fillTemplate(answer, prices) }));
}
