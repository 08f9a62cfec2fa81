import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PAGE_SECTIONS } from "@marquee/contract";
import { expect, it } from "vitest";

const SITE = join(import.meta.dirname, "..");
const SHOWS_PRICE =
  /\b(?:formatPrice|perMonthPrice|displayPerMonth|seatPriceText|priceValues|yearPrice|yearlySaving|seatTotal|planOffers)\(/;
/** The sections that show the prices of each file, as `page section`. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  "copy/prices.ts": [],
  "sections/home/HomeBelow.tsx": ["home facts", "home pricing"],
  "sections/landing/AiBelow.tsx": ["lp-ai plan"],
  "sections/landing/BrainBelow.tsx": ["brain price"],
  "sections/landing/GanttBelow.tsx": ["lp-gantt plan"],
  "sections/landing/ProjectsBelow.tsx": ["lp-project-management plan"],
  "sections/landing/TeamsBelow.tsx": ["lp plan"],
  "sections/pricing/AddOns.tsx": ["pricing add-ons"],
  "sections/pricing/Plans.tsx": ["pricing plans"],
  "sections/pricing/PricesByPeriod.tsx": ["pricing plans"],
  "sections/pricing/PricingControls.tsx": ["pricing plans"],
  "sections/pricing/PricingDetails.tsx": ["pricing faq"],
  "sections/pricing/UnlimitedFeatures.tsx": ["pricing unlimited"],
  "sections/pricing/calculator/TotalOutput.tsx": ["pricing calculator"],
  "sections/pricing/compareGroups.ts": ["pricing compare"],
  // The plan quiz and search engines, which the console lists separately.
  "sections/pricing/quiz/QuizResult.tsx": [],
  "server/planOffers.ts": [],
  "server/structuredData.ts": [],
};

it("names every section that shows a price, for editors of prices", () => {
  const files = readdirSync(SITE, { recursive: true, encoding: "utf8" }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  const paths = files.filter(
    (path) => /(?<!\.test)\.tsx?$/.test(path) && SHOWS_PRICE.test(readFileSync(join(SITE, path), "utf8")),
  );
  expect(paths.toSorted()).toEqual(Object.keys(PLACES).toSorted());
  const named = Object.entries(PAGE_SECTIONS).flatMap(([page, sections]) =>
    sections.filter(({ showsPrices }) => showsPrices).map(({ id }) => `${page} ${id}`),
  );
  expect(named.toSorted()).toEqual([...new Set(Object.values(PLACES).flat())].toSorted());
});
