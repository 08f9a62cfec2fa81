import { defineConfig } from "@playwright/test";
import { DISABLED_FEATURES, OPTIMIZE_LESS } from "./support/browserFlags.ts";
import { CHROMIUM, HEADLESS_SHELL } from "./support/chromium.ts";
import { TEMPORARY_DIR } from "./support/dataTemplate.ts";
import { SHARED_URL } from "./support/startSite.ts";

// Where Chromium keeps its profiles and shared memory: on a disk, they take 20% of the system's processor time.
process.env.TMPDIR = TEMPORARY_DIR;

/** User agent of a person. Headless Chromium names itself, and reports exclude bots. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";
/** A long test that needs Chromium itself. It runs first, so that it does not run alone at the end. */
const WHOLE_VISIT = "**/whole-visit.spec.ts";
/**
 * Specs that mostly wait, for a replay to play or for events to be stored. One worker runs them next to the others; running together at the end, they would leave the processors
 * idle.
 */
const WAITING = [
  "replay-scheme",
  "delivery",
  "web-vitals",
  "replay-full-snapshot",
  "replay-storage",
  "consent-to-console",
  "replays",
];
/** Specs that take turns with one server of support/sharedSites.ts, in the order of their names. */
const ON_NEW_SITE = ["console-boards", "console-goals", "heatmap-clicks", "hostile-content"];
const WITH_TOOLS = ["ad-to-won", "alerts", "connections", "console-leads", "console-tools", "senders"];
const PUBLISHING = ["publishing-*"];
const specs = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

const launch = (executablePath: string) => ({
  launchOptions: {
    executablePath,
    args: [
      "--no-sandbox",
      // Playwright's own override does not apply to requests during unload.
      `--user-agent=${USER_AGENT}`,
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Without this, headless glyphs align to whole pixels and lines wrap differently.
      "--font-render-hinting=none",
      DISABLED_FEATURES,
      OPTIMIZE_LESS,
    ],
  },
});

export default defineConfig({
  testDir: ".",
  globalSetup: "./support/globalSetup.ts",
  outputDir: "../test-results",
  // Twice the number of cores (two): tests wait for servers, stores and clocks in between.
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? "list" : "line",
  timeout: 120_000,
  // A long timeout, because a busy machine responds late and a wrong result stays wrong.
  expect: { timeout: 20_000 },
  // A test that fails sometimes is a bug. CI retries it and lists it as flaky.
  retries: process.env.CI ? 2 : 0,
  projects: [
    { name: "first", testMatch: WHOLE_VISIT, use: launch(CHROMIUM) },
    { name: "waiting", testMatch: specs(WAITING), workers: 1, use: launch(HEADLESS_SHELL) },
    { name: "new site", testMatch: specs(ON_NEW_SITE), workers: 1, use: launch(HEADLESS_SHELL) },
    { name: "tools", testMatch: specs(WITH_TOOLS), workers: 1, use: launch(HEADLESS_SHELL) },
    { name: "publishing", testMatch: specs(PUBLISHING), workers: 1, use: launch(HEADLESS_SHELL) },
    {
      testIgnore: [WHOLE_VISIT, ...specs([...WAITING, ...ON_NEW_SITE, ...WITH_TOOLS, ...PUBLISHING])],
      use: launch(HEADLESS_SHELL),
    },
  ],
  use: {
    baseURL: SHARED_URL,
    userAgent: USER_AGENT,
    // With it, a click that waits forever reports its line instead of ending the test without one.
    actionTimeout: 60_000,
    // Animations take 17% of the processor time. Specs about motion, or that measure with it, turn it on.
    contextOptions: { reducedMotion: "reduce" },
    // Recording traces doubles the time of the tests.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
});
