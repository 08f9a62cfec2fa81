import type { ResultsResponse, Site } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { listExperiments } from "../../experiments/experimentStore.ts";
import { readResults } from "../../experiments/results/readResults.ts";
import { EVERYTHING } from "../../questions/queries/selection.ts";
import type { Checked, CheckResult, Finding } from "./check.types.ts";

interface ExperimentsOptions {
  eventStore: Pick<EventStore, "query">;
  db: Pick<RecordsDatabase, "select">;
  site: () => Pick<Site, "timeZone">;
}

/** Looks for running experiments with a verdict, or with sizes that do not match their weights. */
export function createExperimentsCheck({ eventStore, db, site }: ExperimentsOptions) {
  return async ({ now }: Checked): Promise<CheckResult> => {
    const running = (await listExperiments(db)).filter(({ state }) => state === "running");
    const findings: Finding[] = [];
    for (const experiment of running) {
      const scope = { tz: site().timeZone, selection: EVERYTHING };
      const results = await readResults({ eventStore, db, now: () => now }, experiment, scope);
      const text = verdictText(results);
      const { key } = experiment.definition;
      if (text)
        findings.push({
          subject: `${key} ${results.phase} ${results.verdict.kind}`,
          text,
          href: `/experiments/${encodeURIComponent(key)}`,
        });
    }
    const text =
      findings.map((finding) => finding.text).join(" ") ||
      (running.length === 0 ? "No experiment is running." : `No verdict yet (${running.length} running).`);
    return {
      steps: [{ at: now, findings }],
      quietSteps: 1,
      status: { state: findings.length > 0 ? "alarm" : "ok", text, readings: [] },
    };
  };
}

/** A result that someone should act on, as a sentence; null if there is none yet. */
export function verdictText({ definition, verdict }: ResultsResponse): string | null {
  const { name, variations, metrics } = definition;
  const variation = (key: string) => variations.find((each) => each.key === key)?.name ?? key;
  const metric = (id: string) => metrics.find((each) => each.id === id)?.name ?? id;
  switch (verdict.kind) {
    case "sample-ratio-mismatch":
      return `${name} is unbalanced: visitors split differently than its weights say. Find the cause before you read its result.`;
    case "winner":
      return `${name} is decided: ${variation(verdict.variation)} is better at ${metric(verdict.metric)}.`;
    case "loser":
      return `${name} is decided: ${variation(verdict.variation)} is worse at ${metric(verdict.metric)}.`;
    case "guardrail-harmed":
      return `${name}: ${variation(verdict.variation)} harms the guardrail ${metric(verdict.metric)}.`;
    case "no-difference":
      return `${name} is decided: no difference in ${metric(verdict.metric)}.`;
    default:
      return null;
  }
}
