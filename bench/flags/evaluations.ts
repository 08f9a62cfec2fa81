import { randomUUID } from "node:crypto";
import { evaluateFeatures } from "@growthbook/proxy-eval";
import { compileFlags } from "../../apps/server/src/domains/flags/compileFlags.ts";
import { evaluateForClient } from "../../apps/server/src/domains/flags/protocol/evaluateForClient.ts";
import type { Figure } from "../support/figure.ts";
import { experimentNumber, flagNumber } from "./runExperiments.ts";

const COUNT = 10;
const BATCH = 2000;
const ROUNDS = 5;

/** Visitors evaluated per second with all ten flags and experiments, alternating between our code and GrowthBook's own remote evaluation. */
export async function measureEvaluations(): Promise<Figure[]> {
  const numbers = Array.from({ length: COUNT }, (_, number) => number);
  const experiments = numbers.map(experimentNumber);
  const definitions = numbers.map(flagNumber);
  const compiled = compileFlags({ definitions, experiments, environment: "production", now: Date.now() });
  const payload = { features: compiled.features };
  const ours = () =>
    evaluateForClient(compiled.evaluate({ attributes: visitor() }), experiments, () => undefined);
  const theirs = () =>
    evaluateFeatures({
      payload,
      attributes: visitor(),
      forcedVariations: {},
      forcedFeatures: new Map(),
      url: "",
    });
  const taken = { ours: 0, theirs: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const duration = { ours: await timeOf(ours), theirs: await timeOf(theirs) };
    // The first round is a warm-up.
    if (round === 0) continue;
    taken.ours += duration.ours;
    taken.theirs += duration.theirs;
  }
  const perSecond = (milliseconds: number) => (BATCH * ROUNDS * 1000) / milliseconds;
  return [
    { what: "Visitors evaluated, 10 experiments each", value: perSecond(taken.ours), unit: "a second" },
    { what: "peer: @growthbook/proxy-eval 1.1.2", value: perSecond(taken.theirs), unit: "a second" },
  ];
}

function visitor() {
  return { id: randomUUID(), country: "DE", device: "desktop", locale: "en", audience: "visitor" };
}

async function timeOf(evaluate: () => unknown): Promise<number> {
  const began = performance.now();
  for (let count = 0; count < BATCH; count += 1) await evaluate();
  return performance.now() - began;
}
