import {
  DEFAULT_FLAGS,
  EXPOSURE_EVENT,
  type ExperimentDefinition,
  SITE_BANNER_FLAG,
} from "@marquee/contract";
import type { ExperimentResponse, FlagState } from "@marquee/contract/schema";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { hydrated } from "./support/hydrated.ts";
import { type Measurement, recordMeasurement } from "./support/measurement.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

// A separate server, so that other tests do not see these experiments.
test.describe.configure({ mode: "serial" });
let site: StartedSite;
let api: ConsoleApi;
let previews: ExperimentResponse["previews"];
test.beforeAll(async () => {
  test.setTimeout(150_000);
  site = await startSite(6);
  api = await signInToApi(site);
  const { revision, previews: links } = await api.put<ExperimentResponse>("/experiments/questions", {
    revision: 0,
    definition: QUESTIONS,
  });
  previews = links;
  await api.post("/experiments/questions/start", { revision });
});
test.afterAll(async () => {
  // Both are missing if the server did not start.
  await Promise.allSettled([api?.dispose(), site?.stop()]);
});

const ASKED = "What people ask first";
/** Differs in one section far below the fold. Nearly every visitor gets the other texts. */
const QUESTIONS: ExperimentDefinition = {
  key: "questions",
  name: "Questions",
  hypothesis: "A plainer title is read on.",
  kind: "content",
  flag: "content.home",
  page: "home",
  targeting: [],
  coverage: 1,
  minimumEffect: 0.1,
  metrics: [
    {
      id: "prices",
      name: "Saw the prices",
      type: "conversion",
      event: "",
      path: "/pricing",
      property: "",
      goal: "increase",
      isGuardrail: false,
    },
  ],
  variations: [
    { key: "control", name: "As it is", value: {}, weight: 0.0001 },
    { key: "asked", name: "Asked", value: { copy: { en: { "faq.title": ASKED } } }, weight: 0.9999 },
  ],
};

const exposuresOf = ({ events }: Measurement) =>
  events.filter((event) => event.type === "track" && event.event === EXPOSURE_EVENT);
const pagesOf = ({ events }: Measurement) =>
  events.filter(({ type }) => type === "page").map((event) => event.context?.page?.path);
const questions = (page: Page) => page.locator("#faq h2");

async function openPage(browser: Browser, path: string): Promise<{ page: Page; seen: Measurement }> {
  const page = await browser.newPage({ baseURL: site.url });
  const seen = recordMeasurement(page);
  await page.goto(path);
  return { page, seen };
}

/** Grants consent and waits until the page subscribes to flags. */
async function agree(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes("/api/eval/"));
  await page.getByRole("button", { name: "Agree", exact: true }).click();
  await answered;
}

async function switchTabs(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const state of ["hidden", "visible"]) {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }
  });
}

test("a section below the fold counts when it is reached", async ({ browser }) => {
  const { page, seen } = await openPage(browser, "/sign-up");
  await hydrated(page);
  await agree(page);
  await page.goto("/");
  await page.waitForResponse((response) => response.url().includes("/sub/"));
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(exposuresOf(seen)).toEqual([]);
  await questions(page).scrollIntoViewIfNeeded();
  await expect(questions(page)).toHaveText(ASKED);
  await expect
    .poll(() => exposuresOf(seen).map(({ properties }) => properties?.variation_id))
    .toEqual(["asked"]);
  await page.close();
});

test("a variation assigned on a page that does not show it counts from the next page on", async ({
  browser,
}) => {
  const { page, seen } = await openPage(browser, "/");
  await hydrated(page);
  await agree(page);
  await questions(page).scrollIntoViewIfNeeded();
  await expect(questions(page)).not.toHaveText(ASKED);
  await switchTabs(page);
  await page.getByRole("link", { name: "Pricing" }).first().click();
  await expect.poll(() => pagesOf(seen)).toContain("/pricing");
  expect(exposuresOf(seen)).toEqual([]);
  await page.goBack();
  await expect(questions(page)).toHaveText(ASKED);
  await questions(page).scrollIntoViewIfNeeded();
  await expect.poll(() => exposuresOf(seen).length).toBe(1);
  await page.close();
});

test("a preview is not measured and sends no requests", async ({ browser }) => {
  const { page, seen } = await openPage(browser, "/sign-up");
  await hydrated(page);
  await agree(page);
  await expect.poll(() => pagesOf(seen)).toContain("/sign-up");
  await page.goto("about:blank");
  seen.requests.length = 0;
  await page.goto(previews[1]?.url ?? "");
  await hydrated(page);
  await questions(page).scrollIntoViewIfNeeded();
  await expect(questions(page)).toHaveText(ASKED);
  await page.goto("about:blank");
  expect(seen.requests).toEqual([]);
  await page.context().clearCookies();
  await page.goto(previews[1]?.url ?? "");
  await hydrated(page);
  await expect(page.getByRole("button", { name: "Agree", exact: true })).toBeHidden();
  await page.close();
});

test("a banner experiment counts visitors on pages where any variation shows a banner", async ({
  browser,
}) => {
  const { definition } = await api.get<FlagState>(`/flags/${SITE_BANNER_FLAG}`);
  const { revision } = await api.put<ExperimentResponse>("/experiments/news", {
    revision: 0,
    definition: {
      ...QUESTIONS,
      key: "news",
      name: "News",
      kind: "flag",
      flag: SITE_BANNER_FLAG,
      page: "",
      variations: [
        { key: "none", name: "None", value: definition.defaultValue, weight: 0.9999 },
        {
          key: "news",
          name: "News",
          weight: 0.0001,
          value: {
            ...DEFAULT_FLAGS[SITE_BANNER_FLAG],
            text: "News",
            link: { href: "/brain", children: "See" },
            paths: ["/pricing"],
          },
        },
      ],
    },
  });
  await api.post("/experiments/news/start", { revision });
  const { page, seen } = await openPage(browser, "/sign-up");
  await hydrated(page);
  await agree(page);
  const place = page.locator(`[data-flag="${SITE_BANNER_FLAG}"]`);
  await page.goto("/lp");
  await expect.poll(() => pagesOf(seen)).toContain("/lp");
  await expect(place).toHaveCount(0);
  expect(exposuresOf(seen)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/pricing");
  await expect(place).toHaveCount(1);
  await expect.poll(() => pagesOf(seen)).toContain("/pricing");
  expect(exposuresOf(seen)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect
    .poll(() => exposuresOf(seen).map(({ properties }) => properties?.variation_id))
    .toEqual(["none"]);
  await page.close();
});
