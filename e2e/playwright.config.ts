import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM, HEADLESS_SHELL } from "./support/chromium.ts";
import { makeContentDir } from "./support/contentDir.ts";
import { DISABLED_FEATURES } from "./support/disabledFeatures.ts";
import { OWNER } from "./support/owner.ts";

const PORT = Number(process.env.E2E_PORT ?? 3199);
/** Headless Chromium calls itself a machine, and machines are left out of the figures. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";
const baseURL = `http://127.0.0.1:${PORT}`;
/** Workers evaluate this file too; only the first evaluation makes the folders. */
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "marquee-e2e-"));
process.env.E2E_CONTENT_DIR ??= makeContentDir();

/** The whole product in Chromium itself; and a single long test that begins last runs alone. */
const WHOLE_VISIT = "**/whole-visit.spec.ts";

const launch = (executablePath: string) => ({
  launchOptions: {
    executablePath,
    args: [
      "--no-sandbox",
      // What a page sends as it ends is past Playwright's hold.
      `--user-agent=${USER_AGENT}`,
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Without windows, letters would stand on whole pixels, and lines be of other lengths.
      "--font-render-hinting=none",
      DISABLED_FEATURES,
    ],
  },
});

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // One more than two cores have: tests wait for servers, stores and clocks in between.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? "list" : "line",
  timeout: 30_000,
  // A busy machine answers late; what is wrong stays wrong.
  expect: { timeout: 10_000 },
  retries: 2,
  projects: [
    { name: "first", testMatch: WHOLE_VISIT, use: launch(CHROMIUM) },
    { testIgnore: WHOLE_VISIT, use: launch(HEADLESS_SHELL) },
  ],
  use: {
    baseURL,
    userAgent: USER_AGENT,
    // Recording takes as long again as the tests themselves.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
  webServer: {
    command: "node scripts/start.mjs",
    cwd: join(import.meta.dirname, ".."),
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      PORT: String(PORT),
      DATA_DIR: process.env.E2E_DATA_DIR,
      CONTENT_DIR: process.env.E2E_CONTENT_DIR,
      PUBLIC_URL: baseURL,
      // Tests come from addresses of their own choice (X-Forwarded-For), so that one's forms are not counted as another's.
      TRUSTED_PROXIES: "127.0.0.1",
      ALLOWED_ORIGINS: `http://localhost:${PORT + 1}`,
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      LOG_LEVEL: "warn",
    },
  },
});
