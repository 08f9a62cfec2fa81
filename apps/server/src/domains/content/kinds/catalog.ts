import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type BillingPeriod,
  type Catalog,
  DEFAULT_LOCALE,
  formatPointer,
  formatPrice,
  type Json,
  perMonthOf,
  pricesProblem,
  withPricesPerMonth,
} from "@marquee/contract";
import { CatalogSchema } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { titleOfField } from "../fieldName.ts";
import { fileError, readJsonFile } from "../readJsonFile.ts";
import { schemaProblem } from "../schemaProblem.ts";
import { isTextList } from "../textProblem.ts";
import type { FieldSchema, ItemOverlay, ItemProblem, KindDeclaration } from "./kindDeclaration.types.ts";
import { singleOfSite } from "./single.ts";

const FILE = {
  name: "catalog.json",
  example: `{ "plans": { "free": { "pricing": { "monthly": { "price": 0, "perMonth": 0, "perUserGroup": false }, "yearly": { "price": 0, "perMonth": 0, "perUserGroup": false } }, "minScore": 1, "maxScore": 4, "color": "sky", "features": ["tasks"] }, … }, "addOns": { "brain": { "perMonth": 9, "eligiblePlans": ["free"] }, … } }`,
};
const validator = Compile(CatalogSchema);

/** Plans, prices and add-ons. */
export const CATALOG = {
  ...singleOfSite("catalog"),
  read,
  fieldTitle: (pointer) => titleOfField(pointer),
  productPart: () => FILE.name,
  shownAt: "/pricing",
  shownText: (pointer, value) =>
    typeof value === "number" && /\/(?:price|perMonth)$/.test(pointer)
      ? formatPrice(value, DEFAULT_LOCALE)
      : value,
  schema: CatalogSchema as FieldSchema,
  // Sets of choices.
  isField: isTextList,
  computed: ([kind, , pricing, , field]) =>
    kind === "plans" && pricing === "pricing" && field === "perMonth"
      ? "The price per month is calculated from the price. Change the price instead."
      : null,
  check,
  toPart: (item) => withPricesPerMonth(item as Catalog),
  withComputed,
} satisfies KindDeclaration;

/** Reads `content/catalog.json`, or that of the product. @throws {ContentError} if the file is invalid. */
async function read(contentDir: string, baseDir: string): Promise<Catalog> {
  const dir = existsSync(join(contentDir, FILE.name)) ? contentDir : baseDir;
  const catalog = (await readJsonFile({ contentDir: dir, ...FILE, validator })) as Catalog;
  const wrong = pricesProblem(catalog);
  if (wrong) throw fileError(FILE, wrong.tokens.join("."), wrong.problem);
  return catalog;
}

function check(value: Json): ItemProblem | null {
  if (!validator.Check(value)) {
    const [error] = validator.Errors(value);
    return { pointer: error?.instancePath ?? "", problem: schemaProblem(error).problem };
  }
  const wrong = pricesProblem(withPricesPerMonth(value as Catalog));
  if (!wrong) return null;
  // Changing either one fixes it.
  const priced = wrong.tokens.slice(0, -2);
  const relatedPointers = ["price", "perMonth"].map((field) => formatPointer([...priced, field]));
  return { pointer: formatPointer(wrong.tokens), relatedPointers, problem: wrong.problem };
}

const PRICE_PATTERN = /^(\/plans\/\w+\/pricing\/(monthly|yearly)\/)price$/;

/** Monthly prices follow from prices. */
function withComputed(changes: ItemOverlay): ItemOverlay {
  const computed = Object.entries(changes).flatMap(([pointer, value]) => {
    const [, pricing = "", period] = PRICE_PATTERN.exec(pointer) ?? [];
    const isPrice = value === null || typeof value === "number";
    return period && isPrice
      ? [[`${pricing}perMonth`, perMonthOf(value, period as BillingPeriod)] as const]
      : [];
  });
  return { ...changes, ...Object.fromEntries(computed) };
}
