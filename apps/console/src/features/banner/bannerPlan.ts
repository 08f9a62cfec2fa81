import {
  DEFAULT_FLAGS,
  type FlagDefinition,
  type FlagRule,
  type Json,
  SITE_BANNER_FLAG,
  type SiteBannerConfig,
  type Timestamp,
} from "@marquee/contract";

/** The banner as its screen edits it. */
export interface BannerPlan {
  config: SiteBannerConfig;
  from: Timestamp | null;
  to: Timestamp | null;
  /** Whether visitors may get it, within its time; a banner that is taken down is kept for later. */
  isPublished: boolean;
}

/** The rule that holds a banner with bounds of time, and one that is taken down. */
const RULE_ID = "scheduled";
const EMPTY = DEFAULT_FLAGS[SITE_BANNER_FLAG];

/** What a flag's definition says of the banner. A default without paths shows nowhere, so it counts as taken down. */
export function readPlan({ defaultValue, rules }: FlagDefinition): BannerPlan {
  const rule = rules.find(({ id }) => id === RULE_ID);
  if (rule) {
    return { config: complete(rule.value), from: rule.from, to: rule.to, isPublished: rule.isOn };
  }
  const config = complete(defaultValue);
  return { config, from: null, to: null, isPublished: config.paths.length > 0 };
}

/** A definition that says what `plan` says; rules of other editors stay, and answer first as before. */
export function writePlan(definition: FlagDefinition, plan: BannerPlan): FlagDefinition {
  const others = definition.rules.filter(({ id }) => id !== RULE_ID);
  const { config, from, to, isPublished } = plan;
  // A record of this shape is JSON as it is.
  const value = config as unknown as Json;
  if (isPublished && from === null && to === null)
    return { ...definition, defaultValue: value, rules: others };
  const rule: FlagRule = {
    id: RULE_ID,
    description: "Banner",
    isOn: isPublished,
    targeting: [],
    prerequisites: [],
    coverage: 1,
    environments: definition.environments,
    from,
    to,
    value,
  };
  return { ...definition, defaultValue: EMPTY as unknown as Json, rules: [...others, rule] };
}

/** How many rules beside the banner's own the flag has. */
export function otherRules({ rules }: FlagDefinition): number {
  return rules.filter(({ id }) => id !== RULE_ID).length;
}

/** Missing properties keep their defaults. The server has validated the value. */
function complete(value: Json): SiteBannerConfig {
  const given = (
    typeof value === "object" && !Array.isArray(value) ? value : {}
  ) as Partial<SiteBannerConfig>;
  return { ...EMPTY, ...given, link: { ...EMPTY.link, ...given.link } };
}
