import { TRACK_REQUEST } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { hydrated } from "./support/hydrated.ts";
import { recordMeasurement } from "./support/measurement.ts";
import { signInByApi, storedEvents } from "./support/storedEvents.ts";

const CODE = /\/assets\/startInteractions.*\.js$/;

/** Delays the tracking code. @returns a function that lets it load. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(CODE, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens an overlay after hydration. Before that, the link would leave the page. */
const SIGN_UP = 'header a[data-overlay="sign-up"]:visible';

test.beforeEach(({ context, baseURL }) => grantConsentBefore(context, baseURL));

test("clicks and requests are tracked and sent before later code loads, including a click that leaves the document", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await holdCode(page);
  const { events } = recordMeasurement(page);
  const started = page.waitForRequest(CODE);
  await page.goto("/contact-sales");
  await started;
  const named = (name: string) =>
    events.filter(({ event }) => event === name).map(({ properties }) => properties);
  await page.evaluate((type) => {
    document.dispatchEvent(new CustomEvent(type, { detail: { event: "Asked", properties: { by: "e2e" } } }));
  }, TRACK_REQUEST);
  await expect.poll(() => named("Asked")).toEqual([{ by: "e2e" }]);
  await page.waitForFunction(() => "marquee" in window);
  // Simulates a tag manager with a mistake.
  await page.evaluate(() => {
    const { marquee } = window as unknown as { marquee: Record<string, (...args: unknown[]) => void> };
    marquee.track?.("", { by: "mistake" });
    marquee.push?.(["track", "Asked by a tag", { by: "e2e" }]);
  });
  await expect.poll(() => named("Asked by a tag")).toEqual([{ by: "e2e" }]);

  // React cannot run, so the link leads to the page of its overlay. The request for the event outlives its document.
  await page.route(/\/assets\/entry-client.*\.js$/, () => undefined);
  await page.reload();
  await page.locator(SIGN_UP).first().click();
  await expect(page).toHaveURL(/\/sign-up$/);
  await signInByApi(request, baseURL);
  const stored = async () =>
    (await storedEvents(request, context, "click web")).map(({ properties }) => properties);
  await expect
    .poll(stored)
    .toMatchObject([{ root: "header", clickedType: "button", href: `${baseURL}/sign-up` }]);
  // The next document sends the events left by the first one.
  await expect
    .poll(() => events.filter(({ type }) => type === "page").map(({ properties }) => properties?.path))
    .toContain("/sign-up");
  expect(await stored()).toHaveLength(1);
});

test("a click is tracked without email addresses, also if the code could not be fetched at first", async ({
  page,
}) => {
  let requests = 0;
  await page.route(CODE, async (route) => {
    requests += 1;
    if (requests === 1) await route.abort();
    else await route.continue();
  });
  const { events } = recordMeasurement(page);
  await page.goto("/pricing?add-ons=brain");
  await hydrated(page);
  const link = page.locator(SIGN_UP).first();

  await test.step("code that could not be fetched is fetched again", async () => {
    await link.click();
    await expect.poll(() => events.map(({ event }) => event)).toContain("click web");
    expect(requests).toBeGreaterThan(0);
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  await test.step("a form reports the click that led to it, and that the visitor chose Brain", async () => {
    const click = events.find(({ event }) => event === "click web")?.properties;
    const place = { root: "header", parent: "header", location: "nav" };
    const clickedLocation = "header > nav > sign-up";
    expect(click).toMatchObject({ ...place, clickedLocation, linkTitle: await link.textContent() });
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Brain");
    await dialog.getByLabel("Email").fill("ada@");
    await dialog.getByRole("heading").first().click();
    await expect(dialog.getByText("Enter an address like").first()).toBeVisible();
    await dialog.getByLabel("Email").fill("ada@gmail.com");
    await dialog.getByRole("button", { name: /Start free|Sending/ }).click();
    const sent = () => events.find(({ event }) => event === "Form Sent")?.properties;
    await expect
      .poll(sent)
      .toEqual({ form: "sign-up", formId: "sign-up", location: "nav", clickedLocation, isPaidBrain: true });
    const isStage = (event = "") => /^(Overlay Opened|Form (Started|Field Left|Error Shown))$/.test(event);
    const before = events.filter(({ event }) => isStage(event));
    const form = { form: "sign-up", formId: "sign-up", location: "nav" };
    expect(before.map(({ event, properties }) => [event, properties])).toEqual([
      ["Overlay Opened", { overlay: "sign-up" }],
      ["Form Started", form],
      ["Form Field Left", { ...form, field: "email" }],
      ["Form Error Shown", { ...form, field: "email", error: "invalid" }],
    ]);
  });

  await test.step("a link's URL is sent without email addresses", async () => {
    await page.keyboard.press("Escape");
    events.length = 0;
    await link.evaluate((element: HTMLAnchorElement) => {
      element.href = "/pricing?email=jo%40b.example#plans";
    });
    await link.dispatchEvent("pointerdown");
    await link.click();
    const click = () => events.find(({ event }) => event === "click web");
    await expect.poll(() => String(click()?.properties?.href)).toContain("email=REDACTED");
    expect(JSON.stringify(events)).not.toContain("jo%40b");
  });
});
