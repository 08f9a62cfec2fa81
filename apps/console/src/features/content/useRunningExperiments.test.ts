import { SITE_BANNER_FLAG } from "@marquee/contract";
import type { ExperimentSummary } from "@marquee/contract/schema";
import { expect, test } from "vitest";
import { experimentOn } from "./useRunningExperiments.ts";

const HOME = "copy:en:home";

type ExperimentCase = Pick<ExperimentSummary, "definition" | "state">;

function experiment(definition: object, state: ExperimentSummary["state"] = "running"): ExperimentCase {
  return { state, definition: { key: "headline", name: "Headline", ...definition } } as ExperimentCase;
}

const texts = (...values: object[]) => ({
  kind: "content",
  flag: "content.home",
  variations: values.map((value) => ({ value })),
});

test("a text is in the running experiment that has a variation of it", () => {
  const varied = texts({}, { [HOME]: { "/hero/title": "Plans move" }, sections: { "/home/order": ["faq"] } });
  const field = { item: HOME, pointer: "/hero/title" };
  expect(experimentOn([experiment(varied)], field)).toEqual({ key: "headline", name: "Headline" });
  expect(experimentOn([experiment(varied)], { item: "sections", pointer: "/home/order" })).not.toBeNull();
  expect(experimentOn([experiment(varied)], { ...field, pointer: "/hero/lead" })).toBeNull();
  expect(experimentOn([experiment(varied)], { ...field, item: "copy:de:home" })).toBeNull();
  for (const state of ["draft", "stopped"] as const)
    expect(experimentOn([experiment(varied, state)], field)).toBeNull();
});

test("an experiment on the banner varies all of it, and other flags no text", () => {
  const onFlag = (flag: string) => experiment({ kind: "flag", flag, variations: [{ value: null }] });
  const fields = [
    { item: "banner", pointer: "/href" },
    { item: "copy:de:banner", pointer: "/text" },
  ];
  for (const field of fields) {
    expect(experimentOn([onFlag(SITE_BANNER_FLAG)], field)).not.toBeNull();
    expect(experimentOn([onFlag("new-pricing")], field)).toBeNull();
  }
  expect(experimentOn([onFlag(SITE_BANNER_FLAG)], { item: HOME, pointer: "/text" })).toBeNull();
});
