import { checkBudgets } from "./budgets.mjs";
import { checkCitedPaths } from "./citedPaths.mjs";
import { checkRooms } from "./rooms.mjs";
import { bin, run } from "./run.mjs";

const WORKSPACES = [
  "packages/contract",
  "packages/measure",
  "packages/ui",
  "apps/site",
  "apps/console",
  "apps/server",
  "e2e",
  "bench",
];

const CHECKS = [
  ["format, lint and import direction", () => run(bin("biome"), ["ci", "--error-on-warnings", "."])],
  ["types", checkTypes],
  ["unused files, exports and dependencies", () => run(bin("knip"), ["--no-progress"])],
  ["byte budgets", checkBudgets],
  ["paths cited in docs", checkCitedPaths],
  ["order of rooms", checkRooms],
];

/** Runs every check even after a failure, so that one run shows all problems. @returns the names of the failed checks. */
export async function failedChecks() {
  const failed = [];
  for (const [name, check] of CHECKS) {
    console.log(`verify: ${name}`);
    if ((await check()) !== 0) failed.push(name);
  }
  return failed;
}

async function checkTypes() {
  const codes = [];
  for (const workspace of WORKSPACES) codes.push(await run(bin("tsc"), ["--project", workspace]));
  return Math.max(...codes);
}
