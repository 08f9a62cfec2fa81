import {
  ENVIRONMENTS,
  type FlagDefinition,
  type FlagValues,
  type Json,
  SITE_BANNER_FLAG,
} from "@marquee/contract";

const DESCRIPTIONS: Partial<Record<keyof FlagValues, string>> = {
  "pricing-quiz-banner-is-active": "Shows the plan quiz banner on the pricing page.",
  "contact-sales-landing-page": "Shows the landing page instead of the plain form at /contact-sales.",
  "new-card-ui-CLK-123": "Reserved for the next plan card design. No page uses it yet.",
  "example-flag-for-testing": "Has no effect. Use it to try the console.",
  [SITE_BANNER_FLAG]: "The banner at the top of every page that matches its paths.",
};

/**
 * Built-in flags with the values from the content folder, until someone changes them in the console.
 * @param values from `content/flags.json`, completed by the defaults.
 */
export function builtInFlags(values: FlagValues): FlagDefinition[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    type: typeof value === "boolean" ? "boolean" : "json",
    description: DESCRIPTIONS[key as keyof FlagValues] ?? "",
    // Read from a JSON file, checked against its schema.
    defaultValue: value as unknown as Json,
    rules: [],
    environments: [...ENVIRONMENTS],
    isArchived: false,
  }));
}

/** The flag of a redirect or of a page's texts, which nobody had to make before. */
export function newFlag(key: string, value: Json): FlagDefinition {
  return {
    key,
    description: "",
    defaultValue: value,
    rules: [],
    isArchived: false,
    type: typeof value === "string" ? "string" : "json",
    environments: [...ENVIRONMENTS],
  };
}
