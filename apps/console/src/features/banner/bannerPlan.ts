import {
  DEFAULT_FLAGS,
  type FlagDefinition,
  type FlagRule,
  type Json,
  SITE_BANNER_FLAG,
  type SiteBannerConfig,
  type Timestamp,
} from "@marquee/contract";

/** The banner in the form that its screen edits. Times are in milliseconds since the epoch; null means unbounded. */
export interface BannerPlan {
  config: SiteBannerConfig;
  from: Timestamp | null;
  to: Timestamp | null;
  /** Whether visitors may see the banner during its schedule. An unpublished banner stays saved. */
  isPublished: boolean;
}

/** ID of the rule that holds a scheduled or unpublished banner. */
const RULE_ID = "scheduled";
const EMPTY = DEFAULT_FLAGS[SITE_BANNER_FLAG];

/** Reads the banner from its flag. A default value without paths shows nowhere, so it counts as unpublished. */
export function readPlan({ defaultValue, rules }: FlagDefinition): BannerPlan {
  const rule = rules.find(({ id }) => id === RULE_ID);
  if (rule) {
    return { config: complete(rule.value), from: rule.from, to: rule.to, isPublished: rule.isOn };
  }
  const config = complete(defaultValue);
  return { config, from: null, to: null, isPublished: config.paths.length > 0 };
}

/** Writes the plan into the flag's definition. Other rules stay first, so they keep their precedence. */
export function writePlan(definition: FlagDefinition, plan: BannerPlan): FlagDefinition {
  const others = definition.rules.filter(({ id }) => id !== RULE_ID);
  const { config, from, to, isPublished } = plan;
  // Safe: the type contains only JSON values.
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

/** Number of the flag's rules, not counting the banner's own. */
export function otherRules({ rules }: FlagDefinition): number {
  return rules.filter(({ id }) => id !== RULE_ID).length;
}

/** Fills in missing properties with their defaults. The server has validated the value. */
function complete(value: Json): SiteBannerConfig {
  const given = (
    typeof value === "object" && !Array.isArray(value) ? value : {}
  ) as Partial<SiteBannerConfig>;
  return { ...EMPTY, ...given, link: { ...EMPTY.link, ...given.link } };
}
