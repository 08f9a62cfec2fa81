import { ANSWERS_KEY, EXPOSURE_EVENT, type ExperimentDefinition, VARIATIONS_COOKIE } from "@marquee/contract";
import type { ExperimentResponse, FlagState, ResultsResponse } from "@marquee/contract/schema";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { recordMeasurement } from "./support/measurement.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

// A separate server, so that other tests do not see these experiments.
test.describe.configure({ mode: "serial" });
let site: StartedSite;
let api: ConsoleApi;
test.beforeAll(async () => {
  test.setTimeout(150_000);
  site = await startSite(4);
  api = await signInToApi(site);
});
test.afterAll(async () => {
  // Both are missing if the server did not start.
  await Promise.allSettled([api?.dispose(), site?.stop()]);
});

const AS_WRITTEN = "Give your work something to grow along";
const SHORT = "Work that grows";
const METRICS: ExperimentDefinition["metrics"] = [
  {
    id: "pricing-seen",
    name: "Saw the prices",
    type: "conversion",
    event: "",
    path: "/pricing",
    property: "",
    goal: "increase",
    isGuardrail: false,
  },
];
const TEXTS: ExperimentDefinition = {
  key: "hero-words",
  name: "Words of the hero",
  hypothesis: "Fewer words are read more.",
  kind: "content",
  flag: "content.home",
  page: "home",
  targeting: [],
  coverage: 1,
  metrics: METRICS,
  minimumEffect: 0.1,
  variations: [
    { key: "control", name: "As it is", value: {}, weight: 0.5 },
    {
      key: "short",
      name: "Short",
      weight: 0.5,
      value: { copy: { en: { "hero.title": SHORT } }, order: ["faq", "views"] },
    },
  ],
};

const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };

async function save(definition: ExperimentDefinition): Promise<ExperimentResponse> {
  return api.put(`/experiments/${definition.key}`, { revision: 0, definition });
}
async function step(key: string, name: "start" | "stop", revision: number): Promise<ExperimentResponse> {
  return api.post(`/experiments/${key}/${name}`, { revision });
}

/** Opens a new visitor who agrees to be measured on a page without an experiment. */
async function openVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto("/sign-up");
  await page.getByRole("button", { name: "Agree", exact: true }).click();
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .toContain("ajs_anonymous_id");
  return page;
}

const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const exposuresOf = (seen: ReturnType<typeof recordMeasurement>) =>
  seen.events.filter((event) => event.type === "track" && event.event === EXPOSURE_EVENT);

/** Opens the page with new visitors until one has seen each headline. Fails on any other headline. */
async function findVisitors(browser: Browser, path: string, headlines: string[]): Promise<Map<string, Page>> {
  const found = new Map<string, Page>();
  for (let tries = 0; found.size < headlines.length; tries += 1) {
    expect(tries, "visitors until every variation was seen").toBeLessThan(30);
    const page = await openVisitor(browser);
    await page.goto(path);
    const text = (await headline(page).textContent()) ?? "";
    expect(headlines).toContain(text);
    if (found.has(text)) await page.context().close();
    else found.set(text, page);
  }
  return found;
}

test("a draft is visible only through its preview links", async ({ browser }) => {
  const { previews } = await save(TEXTS);
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const answer = await page.goto(previews[1]?.url ?? "");
  expect(answer?.headers()["x-robots-tag"]).toBe("noindex");
  await expect(headline(page)).toHaveText(SHORT);
  expect(await page.locator("main section[id]").first().getAttribute("id")).toBe("faq");
  await hydrated(page);
  await expect(headline(page)).toHaveText(SHORT);
  await page.goto(previews[0]?.url ?? "");
  await expect(headline(page)).toHaveText(AS_WRITTEN);
  await page.goto((previews[1]?.url ?? "").replace(/.{8}$/, "forged--"));
  await expect(headline(page)).toHaveText(AS_WRITTEN);
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test("without consent the page is unchanged, and nothing is stored or sent", async ({ browser }) => {
  await step("hero-words", "start", 1);
  for (const answer of [null, "Refuse"]) {
    const context = await browser.newContext({ baseURL: site.url });
    const page = await context.newPage();
    const seen = recordMeasurement(page);
    await page.goto("/");
    if (answer) await page.getByRole("button", { name: answer, exact: true }).click();
    for (let visit = 0; visit < 2; visit += 1) {
      await page.reload();
      await expect(headline(page)).toHaveText(AS_WRITTEN);
    }
    await hydrated(page);
    await page.waitForTimeout(1500);
    expect(exposuresOf(seen)).toEqual([]);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain(VARIATIONS_COOKIE);
    await context.close();
  }
});

test("each visitor keeps their variation until they withdraw, and is counted once they have seen it", async ({
  browser,
}) => {
  const visitors = await findVisitors(browser, "/", [AS_WRITTEN, SHORT]);
  for (const [text, page] of visitors) {
    const variation = text === SHORT ? "short" : "control";
    const seen = recordMeasurement(page);
    const reloadedAt = Date.now();
    await page.reload();
    await expect(headline(page)).toHaveText(text);
    // This document also sends what the earlier ones had not sent yet.
    const ofReload = () => exposuresOf(seen).filter(({ timestamp }) => Date.parse(timestamp) >= reloadedAt);
    await expect
      .poll(() => ofReload().map(({ properties }) => properties))
      .toEqual([
        expect.objectContaining({
          experiment_id: "hero-words",
          experiment_phase: 1,
          variation_id: variation,
        }),
      ]);
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === VARIATIONS_COOKIE)?.value).toBe(`hero-words__1:${variation}`);
  }
  await visitors.get(SHORT)?.goto("/pricing");
  await expect
    .poll(async () => {
      const { metrics } = await api.get<ResultsResponse>("/experiments/hero-words/results?tz=UTC");
      return metrics[0]?.variations.find(({ variation }) => variation === "short")?.total;
    })
    .toBe(1);
  const page = visitors.get(SHORT);
  if (!page) throw new Error("No visitor got the short headline.");
  await expectInFirstPaint(page);
  await expectWithdrawalToRestore(page);
  for (const each of visitors.values()) await each.context().close();
});

/** The variation is in the first paint, also on a slow connection, and nothing shifts. */
async function expectInFirstPaint(page: Page): Promise<void> {
  await recordLayoutShift(page);
  await page.addInitScript(() => {
    const texts = new Set<string>();
    Object.assign(window, { seenHeadlines: texts });
    const look = () => {
      const text = document.querySelector("h1")?.textContent;
      if (text) texts.add(text);
      requestAnimationFrame(look);
    };
    look();
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", SLOW_NETWORK);
  await page.goto("/");
  await hydrated(page);
  const texts = await page.evaluate(() => [
    ...(window as unknown as { seenHeadlines: Set<string> }).seenHeadlines,
  ]);
  expect(texts).toEqual([SHORT]);
  expect(await layoutShift(page)).toBeLessThan(0.01);
  await session.detach();
}

/** Withdrawal removes the variation and restores the page. */
async function expectWithdrawalToRestore(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Cookie settings" }).click();
  await page.getByRole("button", { name: "Refuse", exact: true }).click();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain(VARIATIONS_COOKIE);
  await page.reload();
  await expect(headline(page)).toHaveText(AS_WRITTEN);
}

test("a stopped experiment shows everyone the same page", async ({ browser }) => {
  await step("hero-words", "stop", 2);
  for (let visitor = 0; visitor < 2; visitor += 1) {
    const page = await openVisitor(browser);
    const seen = recordMeasurement(page);
    await page.goto("/");
    await expect(headline(page)).toHaveText(AS_WRITTEN);
    // An exposure is sent before the page call.
    await expect
      .poll(() => seen.events.some(({ type, properties }) => type === "page" && properties?.path === "/"))
      .toBe(true);
    expect(exposuresOf(seen)).toEqual([]);
    await page.context().close();
  }
});

test("a redirect sends some visitors to another page, also from links, and keeps the query", async ({
  browser,
}) => {
  const words = { "/lp": "", "/lp/ai": "" };
  for (const path of Object.keys(words) as (keyof typeof words)[]) {
    const page = await browser.newPage({ baseURL: site.url });
    await page.goto(path);
    words[path] = (await headline(page).textContent()) ?? "";
    await page.close();
  }
  await save({
    ...TEXTS,
    key: "landing",
    name: "Landing",
    kind: "redirect",
    flag: "redirect.landing",
    page: "/lp",
    variations: [
      { key: "control", name: "As it is", value: "/lp", weight: 0.5 },
      { key: "ai", name: "The page about AI", value: "/lp/ai", weight: 0.5 },
    ],
  });
  await step("landing", "start", 1);
  const visitors = await findVisitors(browser, "/lp?utm_source=mail&x=a%20b", Object.values(words));
  const led = visitors.get(words["/lp/ai"]);
  const stayed = visitors.get(words["/lp"]);
  expect(led?.url()).toBe(`${site.url}/lp/ai?utm_source=mail&x=a%20b`);
  expect(stayed?.url()).toBe(`${site.url}/lp?utm_source=mail&x=a%20b`);
  await expect(
    led?.locator('link[rel="canonical"]') ?? headline(visitors.values().next().value as Page),
  ).toHaveAttribute("href", `${site.url}/lp`);
  if (!led) throw new Error("No visitor was redirected.");
  const seen = recordMeasurement(led);
  await led.goto("/sign-up");
  await hydrated(led);
  await led.evaluate(() => {
    const link = Object.assign(document.createElement("a"), {
      href: "/lp?from=link",
      textContent: "Landing page",
    });
    document.querySelector("main")?.prepend(link);
  });
  await led.getByRole("link", { name: "Landing page" }).click();
  await expect(led).toHaveURL(`${site.url}/lp/ai?from=link`);
  await expect(headline(led)).toHaveText(words["/lp/ai"]);
  await expect
    // This document also sends what the earlier ones had no time to send.
    .poll(() => [...new Set(exposuresOf(seen).map(({ properties }) => properties?.variation_id))])
    .toEqual(["ai"]);
  for (const page of visitors.values()) await page.context().close();
});

test("consent on a page gets flag values before the next one, and follows changes", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto("/sign-up");
  await hydrated(page);
  const followed = page.waitForResponse((response) => response.url().includes("/api/eval/"));
  const subscribed = page.waitForRequest((request) => request.url().includes("/sub/"));
  await page.getByRole("button", { name: "Agree", exact: true }).click();
  expect((await followed).status()).toBe(200);
  await subscribed;
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), ANSWERS_KEY)).not.toBeNull();
  const quiz = await api.get<FlagState>("/flags/pricing-quiz-banner-is-active");
  const isShown = quiz.definition.defaultValue === true;
  await Promise.all([
    page.waitForResponse((response) => response.url().includes("/api/eval/")),
    api.put("/flags/pricing-quiz-banner-is-active", {
      revision: quiz.revision,
      definition: { ...quiz.definition, defaultValue: !isShown },
    }),
  ]);
  await page.getByRole("link", { name: "Pricing" }).first().click();
  await expect(page).toHaveURL(`${site.url}/pricing`);
  const invitation = page.getByText("Not sure which plan");
  await expect(invitation).toHaveCount(isShown ? 0 : 1);
  await page.getByRole("button", { name: "Cookie settings" }).click();
  await page.getByRole("button", { name: "Refuse", exact: true }).click();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => /^gb/i.test(name)))).toEqual(
    [],
  );
  await context.close();
});
