import { expect, it } from "vitest";
import { readPhase } from "./PhasePicker.tsx";

const phases = [1, 2].map((phase) => ({ phase, startedAt: 0, stoppedAt: null }));

it("shows the phase in the URL, and the latest one if there is no such phase", () => {
  const read = (search: string) => readPhase(search, { phase: 2, phases });
  expect(["phase=1", "phase=2", "", "phase=3", "phase=0", "phase=x"].map(read)).toEqual([1, 2, 2, 2, 2, 2]);
  expect(readPhase("phase=1", { phase: 0, phases: [] })).toBe(0);
});
