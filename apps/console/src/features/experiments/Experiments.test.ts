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

describe("filterExperiments", () => {
  it("lists running experiments first, then the most recently changed", () => {
    expect(keysOf("", "")).toEqual(["running", "young", "old"]);
  });

  it("matches every word in the name, key or page, and the state", () => {
    expect(keysOf("HOME old", "")).toEqual(["old"]);
    expect(keysOf("", "stopped")).toEqual(["young"]);
    expect(keysOf("old", "stopped")).toEqual([]);
  });
});
