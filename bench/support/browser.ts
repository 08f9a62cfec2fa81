import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { DISABLED_FEATURES, KEEP_LINE_NUMBERS } from "../../e2e/support/browserFlags.ts";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  DISABLED_FEATURES,
  KEEP_LINE_NUMBERS,
];

export const LAUNCH_OPTIONS = { executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: ARGS };

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(LAUNCH_OPTIONS);
}

/** Conditions of all page benchmarks: a mid-range phone on a slow mobile network. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  return session;
}

/** Waits in the page, because Playwright's locators run a large script there. */
export function hydrated(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const root = document.documentElement;
        if ("hydrated" in root.dataset) return resolve();
        new MutationObserver(() => {
          if ("hydrated" in root.dataset) resolve();
        }).observe(root, { attributes: true });
      }),
  );
}
