import { availableParallelism } from "node:os";
import { checkAsvs } from "./asvs.mjs";
import { checkBudgets } from "./budgets.mjs";
import { checkCitedPaths } from "./citedPaths.mjs";
import { checkRooms } from "./rooms.mjs";
import { bin, runQuietly } from "./run.mjs";
import { checkSpecification } from "./specification.mjs";

/** The largest first. */
const WORKSPACES = [
  "apps/server",
  "apps/console",
  "bench",
  "apps/site",
  "packages/ui",
  "packages/markdown",
  "e2e",
  "packages/measure",
  "packages/contract",
];

/** Programs that check sources. They start together and print one after the other. */
const PROGRAMS = [
  ["format, lint and import direction", () => runQuietly(bin("biome"), ["ci", "--error-on-warnings", "."])],
  ["types", checkTypes],
  ["unused files, exports and dependencies", () => runQuietly(bin("knip"), ["--no-progress"])],
];

/** Checks in this process. They print while they run. */
const FUNCTIONS = [
  ["byte budgets", checkBudgets],
  ["paths cited in docs", checkCitedPaths],
  ["statements of the specification", checkSpecification],
  ["order of rooms", checkRooms],
  ["requirements of ASVS", checkAsvs],
];

/**
 * Runs every check even after a failure, so that one run shows all problems.
 * @param {() => Promise<void>} build runs in parallel with the checks of the sources; the others check its
 * result.
 * @returns the names of the failed checks.
 */
export async function failedChecks(build) {
  const running = PROGRAMS.map(([name, start]) => [name, start()]);
  await build();
  const failed = [];
  for (const [name, result] of running) {
    console.log(`verify: ${name}`);
    const { code, output } = await result;
    process.stdout.write(output);
    if (code !== 0) failed.push(name);
  }
  for (const [name, check] of FUNCTIONS) {
    console.log(`verify: ${name}`);
    if ((await check()) !== 0) failed.push(name);
  }
  return failed;
}

/**
 * One compiler for each processor, with one thread that checks: by default, a compiler checks what its threads share once in each of them, which
 * takes twice the processor time.
 */
async function checkTypes() {
  const waiting = [...WORKSPACES];
  const results = [];
  const checkNext = async () => {
    for (let workspace = waiting.shift(); workspace; workspace = waiting.shift())
      results.push(await runQuietly(bin("tsc"), ["--project", workspace, "--checkers", "1"]));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, checkNext));
  return {
    code: Math.max(...results.map(({ code }) => code)),
    output: results.map(({ output }) => output).join(""),
  };
}
