import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { ensureBrowsers } = await import("./lib/chromium.mjs");
const { failedChecks } = await import("./lib/verify.mjs");
const { runBrowserTests, runUnitTests } = await import("./lib/runners.mjs");
const { report } = await import("./lib/testReport.mjs");

// Downloads while npm does.
const browsers = ensureBrowsers();
await ensureInstalled();
const failed = await failedChecks(ensureBuilt);
const { chromium, headlessShell } = await browsers;
const env = { CHROME_PATH: chromium, HEADLESS_SHELL_PATH: headlessShell };

// Tests that take too long for `npm test` run with `npm run test:soak`, and what measures time needs a machine for itself.
const isSoak = process.argv.includes("--soak");
if (isSoak) env.SOAK = "1";
// One fewer than alone: servers and browsers use most of two cores.
else env.VITEST_MAX_WORKERS = "2";
const units = failed.length > 0 ? null : runUnitTests(env);
if (isSoak) await units;
// Together, because each of them leaves processors idle while it waits for servers, clocks and its last tests.
const results = units ? await Promise.all([units, runBrowserTests(env)]) : [];
process.exit(report(failed, results));
