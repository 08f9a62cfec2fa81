import { ERROR_REPORT, RUM_PATH, WEB_VITALS_EVENT, type WebVitalsProperties } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { hide } from "./support/hide.ts";
import { recordMeasurement, storedNames } from "./support/measurement.ts";
import { recordAll } from "./support/recordings.ts";
import { installClock, passTime, settled } from "./support/settled.ts";

type Line = Record<string, unknown> & { type: string; view: { url: string } };

const NANOSECONDS_OF_MILLISECOND = 1_000_000;
/** Browsers round the duration of an event to 8 ms (https://www.w3.org/TR/event-timing). */
const RESOLUTION = 8;

/** Collects what Datadog's client sends from now on, line by line, and the response statuses. */
function followMonitoring(page: Page): { lines: Line[]; statuses: number[] } {
  const seen = { lines: [] as Line[], statuses: [] as number[] };
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== RUM_PATH) return;
    const lines = (request.postData() ?? "").split("\n").filter(Boolean);
    seen.lines.push(...lines.map((line) => JSON.parse(line) as Line));
  });
  page.on("response", (response) => {
    if (new URL(response.url()).pathname === RUM_PATH) seen.statuses.push(response.status());
  });
  return seen;
}

/** Waits until Datadog's client follows the page. */
async function monitored(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const rum: unknown = Reflect.get(window, "DD_RUM");
    return (
      typeof rum === "object" && "getUser" in (rum ?? {}) && "id" in (rum as { getUser(): object }).getUser()
    );
  });
}

test("a sampled session is measured and redacted, until the visitor withdraws consent", async ({
  page,
  context,
  baseURL,
}) => {
  const addressRules = [{ pattern: "*/people/*", replacement: "/people/someone" }];
  await recordAll(context, {
    sampleRate: 0,
    monitoringSampleRate: 100,
    monitoringReplaySampleRate: 0,
    addressRules,
  });
  await grantConsentBefore(context, baseURL);
  // A page that has loaded Datadog's client itself.
  await page.addInitScript(() => Object.assign(window, { DD_RUM: { version: "6" } }));
  const warnings: string[] = [];
  page.on("console", (message) => warnings.push(message.text()));
  const seen = followMonitoring(page);
  const measured = recordMeasurement(page);
  const errors = () => seen.lines.filter(({ type }) => type === "error");
  await page.goto("/sign-up?email=ada%40lovelace.example");
  await monitored(page);
  expect(warnings.join()).toContain("SDK is loaded more than once.");

  await test.step("measures the session with redacted URLs, and stores only the tab ID", async () => {
    await page.evaluate(
      (type) =>
        document.dispatchEvent(new CustomEvent(type, { detail: { error: new Error("No plan fits.") } })),
      ERROR_REPORT,
    );
    await page.getByRole("heading", { level: 1 }).click();
    await page.waitForFunction(() => performance.getEntriesByType("first-input").length > 0);
    await hide(page);
    await expect.poll(() => seen.lines.map(({ type }) => type)).toContain("error");
    await expect.poll(() => seen.statuses.every((status) => status === 202)).toBe(true);
    const view = seen.lines.find(({ type }) => type === "view");
    expect(view).toMatchObject({ application: { id: "marquee" }, session: { sampled_for_replay: false } });
    expect(view?.view.url).toContain("/sign-up?email=REDACTED");
    expect(errors()[0]).toMatchObject({ error: { message: "No plan fits." } });
    expect(JSON.stringify(seen.lines)).not.toContain("lovelace");
    const names = (await storedNames(page, context)).filter((name) => name.startsWith("_dd"));
    expect(names).toEqual(["_dd_tab_id"]);
  });

  await test.step("reports the same INP as the own library, for the same clicks", async () => {
    const ownInp = () => {
      const vitals = measured.events.find(({ event }) => event === WEB_VITALS_EVENT);
      return (vitals?.properties as WebVitalsProperties | undefined)?.inp ?? 0;
    };
    const toldInp = () => {
      const views = seen.lines.filter(({ type }) => type === "view") as unknown as {
        view: { interaction_to_next_paint?: number };
      }[];
      return (views.at(-1)?.view.interaction_to_next_paint ?? 0) / NANOSECONDS_OF_MILLISECOND;
    };
    await expect.poll(ownInp).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        await hide(page);
        return toldInp();
      })
      .toBeGreaterThan(0);
    expect(Math.abs(toldInp() - ownInp())).toBeLessThanOrEqual(RESOLUTION);
  });

  await test.step("redacts the messages of all causes of an error", async () => {
    await page.evaluate((type) => {
      const say = (name: string) =>
        `No answer from https://trellis.example/people/${name}?email=ada@lovelace.example`;
      const innermost = new TypeError(say("innermost"));
      const between = new Error(say("between"), { cause: innermost });
      const error = new Error(say("outermost"), { cause: between });
      document.dispatchEvent(new CustomEvent(type, { detail: { error } }));
      setTimeout(() => {
        throw new Error(say("uncaught"), { cause: innermost });
      });
    }, ERROR_REPORT);
    await expect
      .poll(async () => {
        await hide(page);
        return errors().length;
      })
      .toBeGreaterThanOrEqual(3);
    const message = "No answer from https://trellis.example/people/someone";
    const causes = (error: Line) =>
      (error as unknown as { error: { causes?: { message: string }[] } }).error.causes;
    expect(errors().map((error) => causes(error)?.map((each) => each.message))).toEqual(
      expect.arrayContaining([[message, message], [message]]),
    );
    expect(JSON.stringify(seen.lines)).not.toMatch(/innermost|between|outermost|uncaught|lovelace/);
  });

  await test.step("stops when the visitor withdraws consent", async () => {
    await page.getByRole("button", { name: "Cookie settings" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .not.toContain("ajs_anonymous_id");
    await expect.poll(() => storedNames(page, context)).not.toContain("_dd_tab_id");
    await settled(page);
    seen.lines.length = 0;
    await page.getByRole("heading", { level: 1 }).click();
    await hide(page);
    await settled(page);
    expect(seen.lines).toEqual([]);
  });
});

interface SessionLine {
  session?: { id: string };
  view?: { url: string };
}

test("documents of a visit are one session, which reports its true rate, and consent after a withdrawal starts another", async ({
  page,
  context,
  baseURL,
}) => {
  // Takes every session but one in ten thousand.
  const monitoringSampleRate = 99.99;
  await recordAll(context, { sampleRate: 0, monitoringSampleRate });
  await grantConsentBefore(context, baseURL);
  const seen = followMonitoring(page);
  const visit = async (path: string) => {
    seen.lines.length = 0;
    await page.goto(path);
    await monitored(page);
    // The previous document may still send its data.
    const ofDocument = () =>
      (seen.lines as unknown as SessionLine[]).filter(
        ({ session, view }) => session && view && new URL(view.url).pathname === path,
      );
    await expect
      .poll(async () => {
        await hide(page);
        return ofDocument().length;
      })
      .toBeGreaterThan(0);
    const sessions = ofDocument().map(({ session }) => session?.id);
    expect(new Set(sessions).size).toBe(1);
    expect(ofDocument()[0]).toMatchObject({
      _dd: { configuration: { session_sample_rate: monitoringSampleRate } },
    });
    return sessions[0];
  };
  const first = await visit("/sign-up");
  expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  expect(await visit("/pricing")).toBe(first);

  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Cookie settings" }).click();
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .not.toContain("ajs_anonymous_id");
  expect((await storedNames(page, context)).filter((name) => name.startsWith("_dd"))).toEqual([]);
  await page.getByRole("button", { name: "Cookie settings" }).click();
  await dialog.getByRole("button", { name: "Accept", exact: true }).click();
  // The session exists once monitoring does; a document left earlier starts none.
  await monitored(page);
  expect(await visit("/sign-up")).not.toBe(first);
});

test("pages set its options before measurement starts and later", async ({ page, context, baseURL }) => {
  await recordAll(context, { sampleRate: 0, monitoringSampleRate: 100 });
  await grantConsentBefore(context, baseURL);
  await page.addInitScript(() => {
    const options = {
      service: "shop",
      user: { plan: "team" },
      context: ["wrong"],
      trackingConsent: "granted",
    };
    Object.assign(window, { marquee: [["rum", options]] });
  });
  const errors: string[] = [];
  page.on("console", (message) => errors.push(message.text()));
  const seen = followMonitoring(page);
  await page.goto("/sign-up");
  await monitored(page);
  await hide(page);
  await expect.poll(() => seen.lines.length).toBeGreaterThan(0);
  expect(seen.lines[0]).toMatchObject({ service: "shop", usr: { plan: "team" } });
  expect(errors.join()).toContain("Unsupported context:");
  await page.evaluate(() =>
    (Reflect.get(window, "marquee") as { rum(options: object): void }).rum({
      trackingConsent: "not-granted",
    }),
  );
  await settled(page);
  seen.lines.length = 0;
  await page.getByRole("heading", { level: 1 }).click();
  await hide(page);
  await settled(page);
  expect(seen.lines).toEqual([]);
});

test("is not loaded before consent or outside the sample, nor without an application ID", async ({
  page,
  context,
}) => {
  const requestedPaths: string[] = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  await recordAll(context, { monitoringSampleRate: 100 });
  await installClock(page);
  await page.goto("/sign-up");
  await passTime(page, 3000);
  expect(requestedPaths.filter((path) => /recording-settings|monitoring|startRum/.test(path))).toEqual([]);
  await context.unrouteAll();
  await recordAll(context, { sampleRate: 0, monitoringSampleRate: 0 });
  const settings = page.waitForResponse(/recording-settings/);
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await settings;
  await passTime(page, 1000);
  expect(requestedPaths.filter((path) => /startRum/.test(path))).toEqual([]);
  await context.unrouteAll();
  await recordAll(context, { sampleRate: 0, monitoringSampleRate: 100, applicationId: "" });
  const errors: string[] = [];
  page.on("console", (message) => errors.push(message.text()));
  const withoutId = page.waitForResponse(/recording-settings/);
  await page.goto("/sign-up");
  await withoutId;
  await passTime(page, 1000);
  expect(requestedPaths.filter((path) => /startRum/.test(path))).toEqual([]);
  expect(errors.join()).not.toContain("Application ID");
});
