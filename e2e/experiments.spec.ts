import {
  ANSWERS_KEY,
  DEFAULT_FLAGS,
  ENVIRONMENTS,
  EXPOSURE_EVENT,
  type ExperimentDefinition,
  SITE_BANNER_FLAG,
  type TargetingCondition,
  VARIATIONS_COOKIE,
  WINDOW_SIZE_COOKIE,
} from "@marquee/contract";
import type {
  ExperimentResponse,
  FlagState,
  NewPreviewLinkResponse,
  ResultsResponse,
} from "@marquee/contract/schema";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { ASKED_TITLE, HERO_WORDS, QUESTIONS, SHORT_TITLE } from "./support/homeExperiments.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { type Measurement, recordMeasurement } from "./support/measurement.ts";
import { installClock, passTime } from "./support/settled.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

// These tests share one server, and each experiment on the home page runs after the previous one has ended.
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

const ORIGINAL_TITLE = "Plans change. Keep\u00a0everyone in step.";
async function save(definition: ExperimentDefinition): Promise<ExperimentResponse> {
  return api.put(`/experiments/${definition.key}`, { revision: 0, definition });
}
async function change(key: string, name: "start" | "stop", revision: number): Promise<ExperimentResponse> {
  return api.post(`/experiments/${key}/${name}`, { revision });
}

/** Path of a link that shows the home page with these variations, by experiment. */
async function previewLink(variations: Record<string, string>): Promise<string> {
  const choices = { isMeasured: true, variations };
  const body = { choices, lifetime: "hour", page: "/" };
  return (await api.post<NewPreviewLinkResponse>("/content/preview/links", body)).path;
}

const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const questions = (page: Page) => page.locator("#faq h2");
const exposuresOf = ({ events }: Measurement) =>
  events.filter((event) => event.type === "track" && event.event === EXPOSURE_EVENT);
const exposedTo = (seen: Measurement) =>
  exposuresOf(seen).map(
    ({ properties }) => `${String(properties?.experiment_id)}: ${String(properties?.variation_id)}`,
  );
const pagesOf = ({ events }: Measurement) =>
  events.filter(({ type }) => type === "page").map((event) => event.context?.page?.path);
const variationsIn = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === VARIATIONS_COOKIE)?.value;

/** The headline of a page as the server sends it to this visitor, without opening the page. */
async function servedHeadline(context: BrowserContext, path: string): Promise<string> {
  const html = await (await context.request.get(path)).text();
  return /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, "") ?? "";
}

/** A visitor who agreed to be measured earlier. */
async function createVisitor(browser: Browser, anonymousId: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: site.url });
  await grantConsentBefore(context, site.url);
  await context.addCookies([{ name: "ajs_anonymous_id", value: anonymousId, url: site.url }]);
  return context;
}

interface Visitor {
  anonymousId: string;
  context: BrowserContext;
}

/** Requests the page as one new visitor after another until each of the headlines was served once; no other headline may be. */
async function findVisitors(browser: Browser, path: string, headlines: string[]): Promise<Visitor[]> {
  const visitors = new Map<string, Visitor>();
  for (let tries = 0; visitors.size < headlines.length; tries += 1) {
    expect(tries, "visitors opened before all variations appeared").toBeLessThan(30);
    const anonymousId = crypto.randomUUID();
    const context = await createVisitor(browser, anonymousId);
    const text = await servedHeadline(context, path);
    expect(headlines).toContain(text);
    if (visitors.has(text)) await context.close();
    else visitors.set(text, { anonymousId, context });
  }
  return headlines.flatMap((text) => visitors.get(text) ?? []);
}

/** Grants consent and waits until the page has flag values for this visitor and subscribes to changes. */
async function agree(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes("/api/eval/"));
  const subscribed = page.waitForRequest((request) => request.url().includes("/sub/"));
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  expect((await answered).status()).toBe(200);
  await subscribed;
}

async function refuse(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Cookie settings" }).click();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
}

async function switchTabs(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const state of ["hidden", "visible"]) {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }
  });
}

test("a rule on path and window applies on its page only, once the window's size is known", async ({
  browser,
}) => {
  const flag = await api.get<FlagState>("/flags/brain-headline-stop-searching");
  const targeting: TargetingCondition[] = [
    { attribute: "pathName", operator: "in", values: ["/brain"] },
    { attribute: "isDesktopSize", operator: "in", values: ["true"] },
  ];
  const rule = {
    id: "desktop",
    description: "",
    isOn: true,
    prerequisites: [],
    coverage: 1,
    from: null,
    to: null,
  };
  const rules = [{ ...rule, targeting, environments: [...ENVIRONMENTS], value: true }];
  const { revision } = await api.put<FlagState>("/flags/brain-headline-stop-searching", {
    revision: flag.revision,
    definition: { ...flag.definition, rules },
  });
  const context = await createVisitor(browser, crypto.randomUUID());
  const page = await context.newPage();
  await page.goto("/brain");
  await expect(headline(page)).not.toHaveText(/^Stop searching/);
  const sizeOf = async () => (await context.cookies()).find(({ name }) => name === WINDOW_SIZE_COOKIE)?.value;
  await expect.poll(sizeOf).toBe("desktop");
  await page.goto("/contact-sales");
  await hydrated(page);
  await page.getByRole("banner").getByRole("link", { name: "Brain", exact: true }).click();
  await expect(headline(page)).toHaveText(/^Stop searching/);
  await context.close();
  await api.put("/flags/brain-headline-stop-searching", { revision, definition: flag.definition });
});

test("a draft is visible only in previews", async ({ browser }) => {
  await save(HERO_WORDS);
  const link = (variation: string) => previewLink({ "hero-words": variation });
  const [control, short] = [await link("control"), await link("short")];
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto(short);
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText(SHORT_TITLE);
  expect(await preview.locator("main section[id]").first().getAttribute("id")).toBe("faq");
  await page.goto(control);
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText(ORIGINAL_TITLE);
  expect(await servedHeadline(context, "/")).toBe(ORIGINAL_TITLE);
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test("without consent the page is unchanged, and nothing is stored or sent", async ({ browser }) => {
  await change("hero-words", "start", 1);
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await installClock(page);
  const seen = recordMeasurement(page);
  const expectUnchanged = async () => {
    await page.goto("/");
    await expect(headline(page)).toHaveText(ORIGINAL_TITLE);
    for (let visit = 0; visit < 3; visit += 1)
      expect(await servedHeadline(context, "/")).toBe(ORIGINAL_TITLE);
    await hydrated(page);
    await expect(headline(page)).toHaveText(ORIGINAL_TITLE);
    await passTime(page, 3000);
    expect(exposuresOf(seen)).toEqual([]);
    expect(await variationsIn(context)).toBeUndefined();
  };
  await test.step("before a decision", expectUnchanged);
  await test.step("after declining", async () => {
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await expectUnchanged();
  });
  await context.close();
});

test("visitors of a running experiment, until they withdraw or it is stopped", async ({ browser }) => {
  const [control, short] = await findVisitors(browser, "/", [ORIGINAL_TITLE, SHORT_TITLE]);
  if (!control || !short) throw new Error("A variation has no visitor.");
  const controlPage = await control.context.newPage();
  const page = await short.context.newPage();
  const ofControl = recordMeasurement(controlPage);

  await test.step("each visitor keeps their variation, and is counted once they have seen it", async () => {
    for (const { visitorPage, seen, text, variation } of [
      { visitorPage: controlPage, seen: ofControl, text: ORIGINAL_TITLE, variation: "control" },
      { visitorPage: page, seen: recordMeasurement(page), text: SHORT_TITLE, variation: "short" },
    ]) {
      await visitorPage.goto("/");
      await expect(headline(visitorPage)).toHaveText(text);
      await expect
        .poll(() => exposuresOf(seen).map(({ properties }) => properties))
        .toEqual([
          expect.objectContaining({
            experiment_id: "hero-words",
            experiment_phase: 1,
            variation_id: variation,
          }),
        ]);
      expect(await variationsIn(visitorPage.context())).toBe(`hero-words__1:${variation}`);
    }
    await page.goto("/pricing");
    await expect
      .poll(async () => {
        const question = { date_range: undefined };
        const { metrics } = await api.ask<ResultsResponse>("experiments/hero-words", question);
        return metrics[0]?.variations.find(({ variation }) => variation === "short")?.total;
      })
      .toBe(1);
  });

  await test.step("a variation is in the first paint, even on a slow connection, without layout shift", async () => {
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
    const session = await short.context.newCDPSession(page);
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 90_000,
    });
    await page.goto("/");
    await hydrated(page);
    const texts = await page.evaluate(() => [
      ...(window as unknown as { seenHeadlines: Set<string> }).seenHeadlines,
    ]);
    expect(texts).toEqual([SHORT_TITLE]);
    expect(await layoutShift(page)).toBeLessThan(0.01);
    await session.detach();
  });

  await test.step("withdrawal removes the variation and restores the page", async () => {
    await refuse(page);
    await expect.poll(() => variationsIn(short.context)).toBeUndefined();
    await page.reload();
    await expect(headline(page)).toHaveText(ORIGINAL_TITLE);
    await short.context.close();
  });

  await test.step("a stopped experiment shows everyone the same page", async () => {
    await change("hero-words", "stop", 2);
    // Before the stop, this visitor got the other headline.
    const again = await createVisitor(browser, short.anonymousId);
    const againPage = await again.newPage();
    for (const [visitorPage, seen] of [
      [againPage, recordMeasurement(againPage)],
      [controlPage, ofControl],
    ] as const) {
      const sentBefore = seen.events.length;
      const eventsSince = () => seen.events.slice(sentBefore);
      await visitorPage.goto("/");
      await expect(headline(visitorPage)).toHaveText(ORIGINAL_TITLE);
      // An exposure is sent before the page call.
      await expect
        .poll(() => eventsSince().some(({ type, properties }) => type === "page" && properties?.path === "/"))
        .toBe(true);
      expect(exposuresOf({ ...seen, events: eventsSince() })).toEqual([]);
    }
    for (let visitor = 0; visitor < 4; visitor += 1) {
      const context = await createVisitor(browser, crypto.randomUUID());
      expect(await servedHeadline(context, "/")).toBe(ORIGINAL_TITLE);
      await context.close();
    }
    await again.close();
    await control.context.close();
  });
});

test("a redirect sends some visitors to another page, including from links, and keeps the query", async ({
  browser,
}) => {
  const anonymous = await browser.newContext({ baseURL: site.url });
  const texts = [await servedHeadline(anonymous, "/lp"), await servedHeadline(anonymous, "/lp/ai")];
  await anonymous.close();
  const [original = "", other = ""] = texts;
  expect(original).not.toBe(other);
  await save({
    ...HERO_WORDS,
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
  await change("landing", "start", 1);
  const path = "/lp?utm_source=mail&x=a%20b";
  const [stayed, redirected] = await findVisitors(browser, path, [original, other]);
  if (!stayed || !redirected) throw new Error("A variation has no visitor.");
  expect((await stayed.context.request.get(path)).url()).toBe(site.url + path);
  const page = await redirected.context.newPage();
  const seen = recordMeasurement(page);
  await page.goto(path);
  await expect(headline(page)).toHaveText(other);
  expect(page.url()).toBe(`${site.url}/lp/ai?utm_source=mail&x=a%20b`);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${site.url}/lp`);
  await page.goto("/sign-up");
  await hydrated(page);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), {
      href: "/lp?from=link",
      textContent: "Landing page",
    });
    document.querySelector("main")?.prepend(link);
  });
  await page.getByRole("link", { name: "Landing page" }).click();
  await expect(page).toHaveURL(`${site.url}/lp/ai?from=link`);
  await expect(headline(page)).toHaveText(other);
  await expect
    // This document also sends events that the earlier ones had no time to send.
    .poll(() => [...new Set(exposuresOf(seen).map(({ properties }) => properties?.variation_id))])
    .toEqual(["ai"]);
  await stayed.context.close();
  await redirected.context.close();
  await change("landing", "stop", 2);
});

test.describe("a section below the fold", () => {
  test.beforeAll(async () => {
    const { revision } = await save(QUESTIONS);
    await change("questions", "start", revision);
  });

  test("a visitor who agrees on the page of the experiment", async ({ browser }) => {
    const context = await browser.newContext({ baseURL: site.url });
    const page = await context.newPage();
    const seen = recordMeasurement(page);

    await test.step("a variation assigned on a page that does not show it does not count there", async () => {
      await page.goto("/");
      await hydrated(page);
      await agree(page);
      await questions(page).scrollIntoViewIfNeeded();
      await expect(questions(page)).not.toHaveText(ASKED_TITLE);
      await switchTabs(page);
    });

    await test.step("consent on a page gets flag values before the next one, and follows changes", async () => {
      await expect
        .poll(() => page.evaluate((name) => localStorage.getItem(name), ANSWERS_KEY))
        .not.toBeNull();
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
      await expect(page.getByText("Not sure which plan")).toHaveCount(isShown ? 1 : 2);
    });

    await test.step("the variation counts from the next page that shows it", async () => {
      await expect.poll(() => pagesOf(seen)).toContain("/pricing");
      expect(exposuresOf(seen)).toEqual([]);
      await page.goBack();
      await expect(questions(page)).toHaveText(ASKED_TITLE);
      await questions(page).scrollIntoViewIfNeeded();
      await expect.poll(() => exposedTo(seen)).toEqual(["questions: asked"]);
    });

    await test.step("a section below the fold counts when it is reached", async () => {
      const subscribed = page.waitForResponse((response) => response.url().includes("/sub/"));
      // Another query, because the same address would restore the scroll position.
      await page.goto("/?utm_source=mail");
      await subscribed;
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      expect(exposedTo(seen)).toEqual(["questions: asked"]);
      await questions(page).scrollIntoViewIfNeeded();
      await expect(questions(page)).toHaveText(ASKED_TITLE);
      await expect.poll(() => exposedTo(seen)).toEqual(["questions: asked", "questions: asked"]);
    });

    await test.step("a refusal removes the flag values", async () => {
      await refuse(page);
      const gbKeys = () => Object.keys(localStorage).filter((name) => /^gb/i.test(name));
      expect(await page.evaluate(gbKeys)).toEqual([]);
    });
    await context.close();
  });

  test("a visitor who agreed earlier", async ({ browser }) => {
    const { definition } = await api.get<FlagState>(`/flags/${SITE_BANNER_FLAG}`);
    const { revision } = await save({
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
    });
    await change("news", "start", revision);
    const context = await createVisitor(browser, crypto.randomUUID());
    const page = await context.newPage();
    const seen = recordMeasurement(page);

    await test.step("a banner experiment counts visitors on pages where any variation shows a banner", async () => {
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
      await expect.poll(() => exposedTo(seen)).toEqual(["news: none"]);
    });

    await test.step("a preview is not measured and sends no requests", async () => {
      await page.goto("about:blank");
      seen.requests.length = 0;
      await page.goto(await previewLink({ questions: "asked" }));
      const heading = page.frameLocator("iframe").locator("#faq h2");
      await heading.scrollIntoViewIfNeeded();
      await expect(heading).toHaveText(ASKED_TITLE);
      await page.goto("about:blank");
      expect(seen.requests).toEqual([]);
    });
    await context.close();
  });
});
