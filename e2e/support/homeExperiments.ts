import { type ExperimentDefinition, PAGE_SECTIONS } from "@marquee/contract";

const HOME = "copy:en:home";
const FIRST = ["hero", "facts", "faq", "views"];
const OTHERS = (PAGE_SECTIONS.home ?? []).map(({ id }) => id).filter((id) => !FIRST.includes(id));
const ORDER = [...FIRST, ...OTHERS];
export const SHORT_TITLE = "Work that grows";
export const ASKED_TITLE = "What people ask first";

const METRICS: ExperimentDefinition["metrics"] = [
  {
    id: "pricing-seen",
    name: "Saw the prices",
    type: "conversion",
    event: "",
    path: "/pricing",
    property: "",
    goal: "increase",
    isGuardrail: false,
  },
];

/** Differs in the headline and the order of the sections. */
export const HERO_WORDS: ExperimentDefinition = {
  key: "hero-words",
  name: "Words of the hero",
  hypothesis: "Fewer words are read more.",
  kind: "content",
  flag: "content.home",
  page: "home",
  targeting: [],
  coverage: 1,
  metrics: METRICS,
  minimumEffect: 0.1,
  variations: [
    { key: "control", name: "As it is", value: {}, weight: 0.5 },
    {
      key: "short",
      name: "Short",
      weight: 0.5,
      value: { [HOME]: { "/hero/title": SHORT_TITLE }, sections: { "/home/order": ORDER } },
    },
  ],
};

/** Differs in one section far below the fold. Nearly every visitor gets the other text. */
export const QUESTIONS: ExperimentDefinition = {
  ...HERO_WORDS,
  key: "questions",
  name: "Questions",
  hypothesis: "A plainer title is read on.",
  variations: [
    { key: "control", name: "As it is", value: {}, weight: 0.0001 },
    { key: "asked", name: "Asked", value: { [HOME]: { "/faq/title": ASKED_TITLE } }, weight: 0.9999 },
  ],
};
