import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  DEFAULT_RECORDING_SETTINGS,
  formatConsentCookie,
  RECORDING_SETTINGS_PATH,
} from "@marquee/contract";
import type { Browser, CDPSession, Page, Request } from "playwright-core";
import { hydrated } from "../support/browser.ts";

/** The home page of a visitor who has consented, with nothing recorded yet. */
export interface RecordedPage {
  page: Page;
  session: CDPSession;
  requests: Request[];
  /** Responds to the page's pending request for the recording settings. */
  answerSettings(): void;
  close(): Promise<void>;
}

interface PageOptions {
  /** Whether the site's own recorder starts with the response. Everything else that is sampled stays off. */
  isOurs: boolean;
  /** CPU slowdown factor after the page has loaded. */
  slowdown: number;
}

export async function openPage(
  browser: Browser,
  url: string,
  { isOurs, slowdown }: PageOptions,
): Promise<RecordedPage> {
  // Peers are injected into the page, whose Content-Security-Policy would block them.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  await context.addCookies([{ name: CONSENT_COOKIE, value: agreement(), url }]);
  let answerSettings: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    answerSettings = resolve;
  });
  const sampled = { sampleRate: isOurs ? 100 : 0, interactionSampleRate: 0, monitoringSampleRate: 0 };
  await context.route(`**${RECORDING_SETTINGS_PATH}`, async (route) => {
    await isAsked;
    await route.fulfill({ json: { ...DEFAULT_RECORDING_SETTINGS, ...sampled } });
  });
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const asked = page.waitForRequest((request) => request.url().includes(RECORDING_SETTINGS_PATH));
  await page.goto(url);
  await hydrated(page);
  await asked;
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return { page, session, requests, answerSettings, close: () => context.close() };
}

function agreement(): string {
  return formatConsentCookie({
    groups: Object.values(CONSENT_GROUPS),
    decidedAt: Date.now(),
    textVersion: CONSENT_TEXT_VERSION,
    receiptId: crypto.randomUUID(),
  });
}
