import { type TSchema, Type } from "typebox";
import { LOCALES } from "../kernel/locales.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { ADD_ON_IDS, PLAN_COLORS, PLAN_FEATURES, PLAN_TIERS } from "./catalog.ts";
import { BILLING_PERIODS } from "./prices.ts";

const strictly = { additionalProperties: false };
const forEach = <const Key extends string, Schema extends TSchema>(keys: readonly Key[], schema: Schema) =>
  Type.Object(Object.fromEntries(keys.map((key) => [key, schema])) as Record<Key, Schema>, strictly);

/** US dollars, to the cent. */
const Amount = Type.Number({ minimum: 0, maximum: 1_000_000, multipleOf: 0.01 });
const DisplayPriceSchema = Type.Optional(
  Type.Partial(forEach(LOCALES, Type.String({ minLength: 1, maxLength: 40 }))),
);

const PricingSchema = Type.Object(
  {
    price: Type.Union([Amount, Type.Null()]),
    perMonth: Type.Union([Amount, Type.Null()]),
    displayPrice: DisplayPriceSchema,
    perUserGroup: Type.Boolean(),
  },
  strictly,
);

const PlanSchema = Type.Object(
  {
    pricing: forEach(BILLING_PERIODS, PricingSchema),
    minScore: Type.Number({ minimum: 0, maximum: 100 }),
    maxScore: Type.Number({ minimum: 0, maximum: 100 }),
    color: OneOf(PLAN_COLORS),
    features: Type.Array(OneOf(PLAN_FEATURES), { uniqueItems: true }),
  },
  strictly,
);

const AddOnSchema = Type.Object(
  {
    perMonth: Amount,
    displayPrice: DisplayPriceSchema,
    eligiblePlans: Type.Array(OneOf(PLAN_TIERS), { uniqueItems: true }),
  },
  strictly,
);

/** The shape of `content/catalog.json`, a `Catalog`. */
export const CatalogSchema = Type.Object(
  { plans: forEach(PLAN_TIERS, PlanSchema), addOns: forEach(ADD_ON_IDS, AddOnSchema) },
  strictly,
);
