import type { ExperimentState } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { filterExperiments } from "./Experiments.tsx";
import { newExperiment } from "./editor/experimentDefinition.ts";

const experiment = (key: string, state: ExperimentState, updatedAt: number) => {
  const first = newExperiment();
  return {
    ...first,
    state,
    updatedAt,
    definition: { ...first.definition, key, name: `Name of ${key}`, page: "home" },
  };
};
const all = [
  experiment("old", "draft", 1),
  experiment("young", "stopped", 3),
  experiment("running", "running", 2),
];
const keysOf = (q: string, state: string) =>
  filterExperiments(all, { q, state }).map(({ definition }) => definition.key);

describe("the list of experiments", () => {
  it("begins with what runs, then with what was changed last", () => {
    expect(keysOf("", "")).toEqual(["running", "young", "old"]);
  });

  it("has every word that is looked for, in name, key or page, and the state", () => {
    expect(keysOf("HOME old", "")).toEqual(["old"]);
    expect(keysOf("", "stopped")).toEqual(["young"]);
    expect(keysOf("old", "stopped")).toEqual([]);
  });
});
