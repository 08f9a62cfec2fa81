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

// Tests that take too long for `npm test` run with `npm run test:soak`.
if (process.argv.includes("--soak")) env.SOAK = "1";
const results = failed.length > 0 ? [] : [await runUnitTests(env), await runBrowserTests(env)];
process.exit(report(failed, results));
