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
  "new-card-ui-CLK-123":
    "Shows the plans on the pricing page as separate cards, with the suggested one highlighted.",
  "brain-headline-stop-searching": "Shows another headline on /brain: “Stop searching. Ask Brain.”",
  "example-flag-for-testing": "Has no effect. Use it to try the console.",
  [SITE_BANNER_FLAG]: "The banner at the top of every page that matches its paths.",
};

/**
 * The built-in flags with their values from the content folder. Flags saved in the console override them.
 * @param values from `content/flags.json`, with defaults for missing flags.
 */
export function builtInFlags(values: FlagValues): FlagDefinition[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    type: typeof value === "boolean" ? "boolean" : "json",
    description: DESCRIPTIONS[key as keyof FlagValues] ?? "",
    // Validated against the schema of the JSON file.
    defaultValue: value as Json,
    rules: [],
    environments: [...ENVIRONMENTS],
    isArchived: false,
  }));
}

/** A flag without rules, as redirect and text experiments create it. */
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
