import {
  DEFAULT_FLAGS,
  type ExperimentDefinition,
  type FlagDefinition,
  type FlagRule,
  type Metric,
} from "@marquee/contract";

export function metric(overrides: Partial<Metric> = {}): Metric {
  return {
    id: "sign-up",
    name: "Sign-ups",
    type: "conversion",
    event: "Signed Up",
    path: "",
    property: "",
    goal: "increase",
    isGuardrail: false,
    ...overrides,
  };
}

/** A complete experiment on a boolean flag, with overrides for a test. */
export function experimentDefinition(overrides: Partial<ExperimentDefinition> = {}): ExperimentDefinition {
  return {
    key: "quiz",
    name: "Quiz banner",
    hypothesis: "An invitation to the quiz brings more sign-ups.",
    kind: "flag",
    flag: "pricing-quiz-banner-is-active",
    page: "",
    variations: [
      { key: "control", name: "As it is", value: false, weight: 0.5 },
      { key: "shown", name: "Shown", value: true, weight: 0.5 },
    ],
    targeting: [],
    coverage: 1,
    metrics: [metric()],
    minimumEffect: 0.05,
    ...overrides,
  };
}

/** A complete experiment that redirects from one page to another. */
export function redirectDefinition(key: string, page: string, target: string): ExperimentDefinition {
  return experimentDefinition({
    key,
    kind: "redirect",
    flag: `redirect.${key}`,
    page,
    variations: [
      { key: "control", name: "Stays", value: page, weight: 0.5 },
      { key: "other", name: "Goes", value: target, weight: 0.5 },
    ],
  });
}

export function flagDefinition(overrides: Partial<FlagDefinition> = {}): FlagDefinition {
  return {
    key: "pricing-quiz-banner-is-active",
    type: "boolean",
    description: "",
    defaultValue: false,
    rules: [],
    environments: ["production", "staging", "development"],
    isArchived: false,
    ...overrides,
  };
}

/** A rule that turns a boolean flag on for everyone in production, with overrides for a test. */
export function flagRule(overrides: Partial<FlagRule> = {}): FlagRule {
  return {
    id: "one",
    description: "",
    isOn: true,
    targeting: [],
    prerequisites: [],
    coverage: 1,
    environments: ["production"],
    from: null,
    to: null,
    value: true,
    ...overrides,
  };
}

/** A built-in flag of the site's code with its default value; null for an unknown key. */
export function builtInFlag(key: string): FlagDefinition | null {
  const value = Object.entries(DEFAULT_FLAGS).find(([name]) => name === key)?.[1];
  if (value === undefined) return null;
  return typeof value === "boolean"
    ? flagDefinition({ key, defaultValue: value })
    : flagDefinition({ key, type: "json" });
}
