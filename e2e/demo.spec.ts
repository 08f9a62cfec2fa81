import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import type { DemoMessage } from "../apps/site/src/demo/demoEvents.ts";
import { violationsIn } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { layoutShift, recordLayoutShift } from "./support/layoutShift.ts";
import { settled } from "./support/settled.ts";
import { DESKTOP, VIEWPORTS } from "./support/viewports.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const STEPS = ["list", "task", "due-date", "board", "timeline", "brain", "share"];
/** The frame that the demo runs in. */
const DEMO = "main iframe";

interface TrackRequest {
  event: string;
  properties: Record<string, unknown>;
}

/** Records the events that the page asks measurement to track. */
async function recordTrackRequests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const requests: unknown[] = [];
    Object.assign(window, { requests });
    document.addEventListener("marquee:track", (event) => requests.push((event as CustomEvent).detail));
  });
}

function trackRequests(page: Page): Promise<TrackRequest[]> {
  return page.evaluate(() => (window as unknown as { requests: TrackRequest[] }).requests);
}

const named = ({ event, properties }: TrackRequest) =>
  properties.stepId ? `${event}: ${properties.stepId}` : event;

/** Scrolls to the frame. Playwright does not always scroll the page around it. */
const showFrame = (page: Page) =>
  page.locator(DEMO).evaluate((element) => element.scrollIntoView({ block: "end" }));

async function openDemo(page: Page): Promise<FrameLocator> {
  await page.goto("/demo");
  await hydrated(page);
  const refuse = page.getByRole("button", { name: "Reject" });
  if (await refuse.isVisible()) await refuse.click();
  const frame = page.frameLocator(DEMO);
  await frame.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await expect(page.getByText("Opening the demo")).toHaveCount(0);
  await showFrame(page);
  return frame;
}

const button = (frame: FrameLocator, name: string) => frame.getByRole("button", { name, exact: true });

const heading = (frame: FrameLocator, name: string) => frame.getByRole("heading", { level: 1, name });

/** The events of a complete demo without assistance: {@link STEPS} in order, nothing twice. */
const WHOLE_WALK = [
  "start flow",
  "view step: list",
  "engage: list",
  ...STEPS.flatMap((step, index) => [
    `complete checklist task: ${step}`,
    ...(index < STEPS.length - 1 ? [`view step: ${STEPS[index + 1]}`] : []),
  ]),
  "complete checklist",
  "complete flow",
];

/** Scans the demo. The page around it does not change between steps, and every-page.spec.ts scans it. */
async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsIn(page, DEMO)).toEqual([]);
}

async function expectNoOverflow(frame: FrameLocator): Promise<void> {
  const overflow = await frame
    .locator("html")
    .evaluate((html) => html.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

for (const viewport of VIEWPORTS) {
  // Each width in one theme; every-page.spec.ts checks both.
  const colorScheme = viewport === DESKTOP ? "dark" : "light";
  test.describe(`${viewport.width} px, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme });

    test("the whole demo by mouse, reported to the page in order", async ({ page }) => {
      test.slow();
      const errors = collectConsoleErrors(page);
      await recordLayoutShift(page);
      await recordTrackRequests(page);
      const frame = await openDemo(page);
      await expectNoViolations(page);

      await button(frame, "Start").click();
      await frame.getByLabel("List name").fill("Spring fair");
      await button(frame, "Create list").click();
      await expectNoViolations(page);
      await button(frame, "Next").click();
      await frame.getByLabel("New task").fill("Book the hall");
      await button(frame, "Add task").click();
      await button(frame, "Next").click();
      await frame.getByRole("radio", { name: "Wednesday, this week" }).check();
      await expectNoViolations(page);
      await button(frame, "Next").click();
      await button(frame, "Board").click();
      await dragCard(page, frame);
      await expect(frame.getByRole("status")).toContainText("Done.");
      await expectNoViolations(page);
      await expectNoOverflow(frame);
      await button(frame, "Next").click();
      await test.step("Escape returns a dragged bar to its place", () => cancelDrag(page, frame));
      await dragBar(page, frame);
      await expect(frame.getByRole("slider")).toHaveAttribute("aria-valuetext", "Monday, next week");
      await expectNoViolations(page);
      await expectNoOverflow(frame);
      await button(frame, "Next").click();
      await button(frame, "What is due next week?").click();
      await expect(frame.getByText(/Next week: Book the hall on Monday, /)).toBeVisible();
      await expectNoViolations(page);
      await button(frame, "Next").click();
      await frame.getByLabel("Can edit").check();
      await button(frame, "Create link").click();
      await expect(frame.getByText("can edit Spring fair")).toBeVisible();
      await expectNoViolations(page);
      await expectNoOverflow(frame);
      await button(frame, "Finish").click();
      await expect(heading(frame, "From an empty list to a shared plan")).toBeFocused();
      await expectNoViolations(page);

      await expect.poll(async () => (await trackRequests(page)).map(named)).toEqual(WHOLE_WALK);
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
      expect(errors).toEqual([]);

      await frame.getByRole("link", { name: "Start free" }).click();
      await expect(page).toHaveURL(/\/sign-up$/);
    });
  });
}

/** Drags the card by its top left corner into the middle column. The board scrolls if it is wider than the frame. */
async function dragCard(page: Page, frame: FrameLocator): Promise<void> {
  const card = frame.locator('[data-card="own"]');
  await card.scrollIntoViewIfNeeded();
  const from = await boxOf(card);
  const to = await boxOf(frame.locator('[data-column="1"]'));
  await page.mouse.move(from.x + 12, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, from.y + 12, { steps: 6 });
  await page.mouse.up();
  await expect(frame.locator('[data-column="1"] [data-card="own"]')).toBeVisible();
}

/** Drags the bar three days ahead, from Wednesday over the weekend. */
async function dragBar(page: Page, frame: FrameLocator): Promise<void> {
  const bar = frame.getByRole("slider");
  await bar.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(bar);
  const at = { x: x + width / 2, y: y + height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 3 * width, at.y, { steps: 8 });
  await page.mouse.up();
}

/** Drags the bar two days ahead, and presses Escape before the release. */
async function cancelDrag(page: Page, frame: FrameLocator): Promise<void> {
  const bar = frame.getByRole("slider");
  await bar.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(bar);
  await bar.focus();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 2.5 * width, y + height / 2, { steps: 4 });
  await expect(bar).toHaveAttribute("aria-valuetext", "Friday, this week");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(bar).toHaveAttribute("aria-valuetext", "Wednesday, this week");
}

async function boxOf(locator: ReturnType<FrameLocator["locator"]>) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("The element is not visible.");
  return box;
}

test.describe("by keyboard", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the whole demo, with focus on the next step", async ({ page }) => {
    await recordTrackRequests(page);
    const frame = await openDemo(page);
    const press = (...keys: string[]) =>
      keys.reduce(async (before, key) => {
        await before;
        await page.keyboard.press(key);
      }, Promise.resolve());
    /** Presses Tab until `target` has the focus. */
    const tabTo = async (target: ReturnType<typeof button>) => {
      for (let stop = 0; stop < 25; stop += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press("Tab");
      }
      await expect(target).toBeFocused();
    };

    await button(frame, "Start").focus();
    await press("Enter");
    await expect(heading(frame, "Make a list")).toBeFocused();
    await tabTo(frame.getByLabel("List name"));
    await press("Enter");
    await expect(button(frame, "Next")).toBeFocused();
    await press("Enter");
    await expect(heading(frame, "Add a task")).toBeFocused();
    await tabTo(frame.getByLabel("New task"));
    await press("Enter");
    await expect(button(frame, "Next")).toBeFocused();
    await press("Enter");
    await tabTo(frame.getByRole("radio", { name: "Monday, this week" }));
    await press("Space", "ArrowRight");
    await expect(frame.getByRole("radio", { name: "Tuesday, this week" })).toBeChecked();
    await button(frame, "Next").focus();
    await press("Enter");
    await tabTo(button(frame, "Board"));
    await press("Enter");
    await tabTo(button(frame, "Move Write the launch note to In progress"));
    await press("Enter");
    await expect(button(frame, "Move Write the launch note to Done")).toBeFocused();
    await button(frame, "Next").focus();
    await press("Enter");
    await tabTo(frame.getByRole("slider"));
    await press("End");
    await expect(frame.getByRole("slider")).toHaveAttribute("aria-valuetext", "Friday, next week");
    await button(frame, "Next").focus();
    await press("Enter");
    await tabTo(button(frame, "What is the status of my task?"));
    await press("Enter");
    await expect(frame.getByText("is in the column In progress and due on Friday, next week.")).toBeVisible();
    await button(frame, "Next").focus();
    await press("Enter");
    await tabTo(button(frame, "Create link"));
    await press("Enter");
    await button(frame, "Finish").focus();
    await press("Enter");
    await expect(heading(frame, "From an empty list to a shared plan")).toBeFocused();
    await expect.poll(async () => (await trackRequests(page)).map(named)).toEqual(WHOLE_WALK);
  });
});

test("the demo does a step on request, goes back, starts over, reports it, and sends and stores nothing without consent", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await recordTrackRequests(page);
  const frame = await openDemo(page);
  await button(frame, "Start").click();
  await button(frame, "Do it for me").click();
  await button(frame, "Next").click();
  await button(frame, "Back").click();
  await expect(heading(frame, "Make a list")).toBeFocused();
  await frame.getByRole("button", { name: "Add a task" }).click();
  await expect(heading(frame, "Add a task")).toBeVisible();
  await expect(frame.getByRole("button", { name: "Share the list" })).toBeDisabled();
  await frame.getByRole("button", { name: /^Checklist/ }).click();
  await expect(frame.getByRole("button", { name: "Share the list" })).toBeHidden();
  await button(frame, "Restart").click();
  await expect(frame.getByLabel("List name")).toBeVisible();
  await expect
    .poll(async () => (await trackRequests(page)).map(named))
    .toEqual([
      "start flow",
      "view step: list",
      "complete checklist task: list",
      "view step: task",
      "view step: list",
      "view step: task",
      "close checklist",
      "start flow",
      "view step: list",
    ]);
  const requests = await trackRequests(page);
  expect(requests[2]?.properties).toEqual({
    demoId: "trellis-walk",
    stepCount: 7,
    stepId: "list",
    stepIndex: 0,
    doneCount: 1,
    isAssisted: true,
  });
  await settled(page);
  expect(sent).toEqual([]);
  expect(await frame.locator("html").evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);

  await test.step("at 360 px every step fits, and the call to action counts as a conversion before the page is left", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await showFrame(page);
    for (const forward of [...STEPS.slice(1).map(() => "Next"), "Finish"]) {
      await expectNoOverflow(frame);
      await button(frame, "Do it for me").click();
      await expectNoOverflow(frame);
      await button(frame, forward).click();
    }
    await expect(frame.getByRole("link", { name: "Start free" })).toBeInViewport();
    // The click counts, but the page must not be left.
    await frame.locator("body").evaluate((body) => {
      body.addEventListener("click", (event) => event.preventDefault());
    });
    await frame.getByRole("link", { name: "Start free" }).click();
    await expect
      .poll(async () => (await trackRequests(page)).at(-1))
      .toEqual({
        event: "converted",
        properties: { demoId: "trellis-walk", stepCount: 7, action: "sign-up" },
      });
  });
});

test("a demo that fails to load shows an error and loads on retry; the page accepts only its messages, and only valid ones", async ({
  page,
  baseURL,
}) => {
  await recordTrackRequests(page);
  await test.step("a demo that fails to load shows an error and loads on retry", async () => {
    let isDown = true;
    await page.route("**/demo/frame", (route) => (isDown ? route.abort() : route.continue()));
    await page.goto("/demo");
    await expect(page.getByRole("alert")).toContainText("The demo didn’t open.");
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(button(page.frameLocator(DEMO), "Start")).toBeVisible();
  });
  const errors = collectConsoleErrors(page);
  const frame = page.frameLocator(DEMO);
  await frame.locator("html[data-hydrated]").waitFor({ state: "attached" });
  const genuine: DemoMessage = {
    source: "marquee-demo",
    event: "start flow",
    demo: { demoId: "trellis-walk", stepCount: 7 },
  };
  const sendFromFrame = (data: unknown) =>
    frame.locator("body").evaluate((_body, message) => parent.postMessage(message, location.origin), data);

  // Neither the page itself nor a second frame of the same origin is the demo's frame.
  await page.evaluate((message) => window.postMessage(message, location.origin), genuine);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const other = document.createElement("iframe");
        other.addEventListener("load", resolve);
        other.src = "/demo/frame";
        other.name = "other";
        document.body.append(other);
      }),
  );
  await page
    .frame("other")
    ?.evaluate((message) => parent.postMessage(message, location.origin), genuine as unknown);
  // The demo's frame, but with an opaque origin.
  await page.evaluate((message) => {
    const origin = "null";
    const source = document.querySelector<HTMLIFrameElement>("main iframe")?.contentWindow ?? null;
    window.dispatchEvent(new MessageEvent("message", { data: message, origin, source }));
  }, genuine);
  for (const hostile of [
    null,
    "start flow",
    JSON.stringify(genuine),
    { ...genuine, event: "constructor" },
    { ...genuine, demo: null },
    { ...genuine, demo: { demoId: "x".repeat(1_000_000), stepCount: 7 } },
    { ...genuine, demo: { demoId: "trellis-walk", stepCount: "7" } },
    { ...genuine, demo: [] },
  ])
    await sendFromFrame(hostile);
  expect(await trackRequests(page)).toEqual([]);

  // A genuine message passes, without its unknown properties.
  await frame.locator("body").evaluate(() => {
    const polluted = JSON.parse('{"__proto__":{"polluted":true},"demoId":"trellis-walk","stepCount":7}');
    const demo = { ...polluted, email: "ada@analytical.example", big: "x".repeat(1_000_000) };
    parent.postMessage({ source: "marquee-demo", event: "start flow", demo }, location.origin);
  });
  await expect
    .poll(() => trackRequests(page))
    .toEqual([{ event: "start flow", properties: { demoId: "trellis-walk", stepCount: 7 } }]);
  expect(await page.evaluate(() => "polluted" in {})).toBe(false);
  expect(errors).toEqual([]);
  expect(new URL(page.url()).origin).toBe(baseURL);

  await button(frame, "Start").click();
  await expect(heading(frame, "Make a list")).toBeVisible();
});

test("the frame has a strict policy, is not indexed, and opens on the same origin only", async ({
  request,
}) => {
  const response = await request.get("/demo/frame");
  const policy = response.headers()["content-security-policy"];
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain("unsafe");
  const html = await response.text();
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toContain("style=");
  expect(await (await request.get("/sitemap.xml")).text()).not.toContain("/demo/frame");
});

test("without JavaScript the page says what to do", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/demo");
  await expect(page.locator("main noscript p")).toContainText("The demo needs JavaScript.");
  await page.getByRole("main").getByRole("link", { name: "See plans" }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await context.close();
});
