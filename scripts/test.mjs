import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { ensureChromium, ensureHeadlessShell } = await import("./lib/chromium.mjs");
const { verify } = await import("./lib/verify.mjs");
const { bin, runOrExit } = await import("./lib/run.mjs");

await ensureInstalled();
await ensureBuilt();
const chromium = await ensureChromium();
const shell = await ensureHeadlessShell(chromium);
await verify();
await runOrExit(bin("vitest"), ["run"], { CHROME_PATH: chromium });
await runOrExit(bin("playwright"), ["test", "--config", "e2e/playwright.config.ts"], {
  CHROME_PATH: chromium,
  HEADLESS_SHELL_PATH: shell,
});
