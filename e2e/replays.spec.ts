import type { ReplayResponse, ReplaysResponse } from "@marquee/contract/schema";
import { type BrowserContext, expect, type Frame, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { violationsOf } from "./support/axe.ts";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { findPlayer } from "./support/findPlayer.ts";
import { clippedFocusRings } from "./support/focusRings.ts";
import { hydrated } from "./support/hydrated.ts";
import { joinConsole } from "./support/joinConsole.ts";
import { openConsole } from "./support/openConsole.ts";
import { momentOf, recordAll, waitForFirstSegment } from "./support/recordings.ts";
import { sendHostileReplay } from "./support/sendHostileReplay.ts";
import { serializePage } from "./support/serializePage.ts";
import { settled, turnWheel } from "./support/settled.ts";
import { waitUntilSent } from "./support/storedSegments.ts";

type SerialisedPage = ReturnType<typeof serializePage>;

/** A point in time of a visit, and the page as it was. */
interface Checkpoint {
  name: string;
  at: number;
  page: SerialisedPage;
}

/** A tooltip is a popover: no attribute says that it is open. */
const TOOLTIP = "main [popover]";
/** Their computed styles are compared too. */
const ELEMENTS = ["body", "header a", "h1", "main p", "main a", "main button", TOOLTIP, "footer"];

let api: ConsoleApi;
/** Anonymous ID of the visitor whose replay all tests watch. */
let visitor: string;
let checkpoints: Checkpoint[];
let answer: ReplayResponse;

test.describe.configure({ mode: "default" });

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  api = await signInToApi({ url: baseURL ?? "", stop: async () => {} });
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: { width: 1280, height: 800 },
  });
  await recordAll(context);
  await grantConsentBefore(context, baseURL);
  checkpoints = await makeVisit(context);
  const cookies = await context.cookies();
  visitor = cookies.find(({ name }) => name === "ajs_anonymous_id")?.value ?? "";
  await context.close();
  answer = await readReplay();
});
test.afterAll(() => api?.dispose());

/** Checkpoints of a visit that opens menus and a tooltip, scrolls, and navigates within the document and to another one. */
async function makeVisit(context: BrowserContext): Promise<Checkpoint[]> {
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const made: Checkpoint[] = [];
  const check = async (name: string) => {
    const at = await momentOf(page);
    const serialized = await page.evaluate(serializePage, { isReplay: false, elements: ELEMENTS });
    made.push({ name, at, page: serialized });
  };
  await page.goto("/lp");
  await hydrated(page);
  await check("the page");
  await turnWheel(page, 700);
  await check("scrolled");
  await turnWheel(page, -700);
  await page.locator("details[data-menu] > summary", { hasText: "Product" }).click();
  await check("a menu open");
  await page.keyboard.press("Escape");
  await check("the menu closed");
  await page.locator("header").getByRole("link", { name: "Brain", exact: true }).first().click();
  await page.waitForURL(/\/brain$/);
  await check("another page in the document");
  await turnWheel(page, 900);
  await check("that page scrolled");
  await waitForFirstSegment(page);
  await waitUntilSent(page);
  // Before the recorder starts, as if the visitor had clicked while the page was loading.
  await page.addInitScript((selector) => {
    const open = () => document.querySelector<HTMLElement>(selector)?.showPopover();
    document.addEventListener("DOMContentLoaded", open);
  }, TOOLTIP);
  await page.goto("/guide");
  await hydrated(page);
  await check("another document, with a tooltip open");
  await page.keyboard.press("Escape");
  await check("the tooltip closed");
  await page.locator("main button[popovertarget]", { hasText: "owner" }).click();
  await check("the tooltip open again");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.querySelector("h1")?.append(" and more"));
  await check("a text added");
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("main p")?.style.setProperty("color", "rgb(1, 2, 3)");
    document.querySelector("footer")?.remove();
  });
  await check("a style set and an element gone");
  for (let click = 0; click < 3; click += 1) await page.mouse.click(640, 400);
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error("The replay's own error"))));
  await check("clicked in anger");
  await waitForFirstSegment(page);
  await waitUntilSent(page);
  await page.close();
  return made;
}

async function listReplays(): Promise<ReplaysResponse> {
  return api.ask<ReplaysResponse>("replays", { visitor });
}

/** The replay of the visit, once it is complete. */
async function readReplay(): Promise<ReplayResponse> {
  const last = checkpoints.at(-1)?.at ?? 0;
  let complete: ReplayResponse | undefined;
  await expect(async () => {
    const { replays } = await listReplays();
    expect(replays).toHaveLength(1);
    complete = await api.get<ReplayResponse>(`/replays/${replays[0]?.id}`);
    expect(Math.max(...complete.segments.map(({ end }) => end))).toBeGreaterThan(last);
  }).toPass({ timeout: 60_000 });
  if (!complete) throw new Error("The visit was not recorded.");
  return complete;
}

/** Milliseconds since the start of the replay. */
const timeOf = (at: number) => at - Math.min(...answer.segments.map(({ start }) => start));

async function playerOf(page: Page): Promise<Frame> {
  await expect(page.getByText("Loading recording")).toHaveCount(0);
  await expect(moment(page)).toBeVisible();
  return findPlayer(page);
}

const moment = (page: Page) => page.getByRole("slider", { name: "Position" });

async function seek(page: Page, time: number): Promise<void> {
  await moment(page).fill(String(Math.round(time / 100) * 100));
  await expect(page.getByText("Buffering")).toHaveCount(0);
}

test("an owner finds and watches the replay of a visit", async ({ page }) => {
  const play = page.getByRole("button", { name: "Play", exact: true });

  await test.step("the list shows a visit with its issues", async () => {
    // A link from before all screens had the same filters.
    await openConsole(page, `/replays?visitor=${visitor}&page=/lp`, "Replays");
    await expect(page).toHaveURL(/f=is,page,\/lp/);
    const row = page.getByRole("row").filter({ hasText: "/lp" });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText("1 error");
    await expect(row).toContainText(/\d+s|\dm/);
    expect(answer.replay).toMatchObject({ pages: 3, errors: 1, firstPage: "/lp" });
    expect(await violationsOf(page)).toEqual([]);
    await row.getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(`/replays/${answer.replay.id}`));
  });

  await test.step("the replayed page equals the original at each checkpoint, in any order", async () => {
    const player = await playerOf(page);
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await page.keyboard.press("Space");
    const outOfOrder = [...checkpoints, ...checkpoints.filter((_, index) => index % 3 === 0).reverse()];
    for (const { name, at, page: original } of outOfOrder) {
      await seek(page, timeOf(at));
      await expect(async () => {
        const replayed = await player.evaluate(serializePage, { isReplay: true, elements: ELEMENTS });
        expect(replayed.lines, `Elements and texts of the checkpoint "${name}"`).toEqual(original.lines);
        expect(replayed.looks, `Styles of the checkpoint "${name}"`).toEqual(original.looks);
      }).toPass({ timeout: 60_000 });
    }
  });

  await test.step("a tooltip is open while it was, as wide as it was", async () => {
    const player = await playerOf(page);
    const tooltip = () =>
      player.evaluate((selector) => {
        const tip = document.querySelector("iframe")?.contentDocument?.querySelector(selector);
        return tip && { isOpen: tip.matches(":popover-open"), width: tip.getBoundingClientRect().width };
      }, TOOLTIP);
    for (const [name, isOpen] of [
      ["another document, with a tooltip open", true],
      ["the tooltip closed", false],
      ["the tooltip open again", true],
      ["a text added", false],
    ] as const) {
      await seek(page, timeOf(checkpoints.find((each) => each.name === name)?.at ?? 0));
      await expect.poll(tooltip, name).toEqual({ isOpen, width: isOpen ? 288 : 0 });
    }
  });

  await test.step("the replay is controlled by keys, speed and the activity list", async () => {
    await expect(play).toBeVisible();
    await seek(page, 0);
    const before = Number(await moment(page).inputValue());
    await page.keyboard.press("ArrowRight");
    expect(Number(await moment(page).inputValue())).toBe(before + 5000);
    // The last clicked control keeps the focus and does not take keys from the player.
    await play.click();
    await page.keyboard.press("Space");
    await expect(play).toBeVisible();
    await moment(page).click();
    const clicked = Number(await moment(page).inputValue());
    await page.keyboard.press("ArrowLeft");
    expect(Number(await moment(page).inputValue())).toBe(Math.max(0, clicked - 5000));
    await page.keyboard.press(">");
    await expect(page.getByLabel("Speed")).toHaveValue("2");
    await page.keyboard.press("s");
    await expect(page.getByRole("button", { name: "Skip inactivity" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    const happenings = page.getByRole("region", { name: "Activity" });
    await happenings.getByRole("button", { name: /The replay's own error/ }).click();
    await expect(happenings.locator("[aria-current=step]")).toContainText(/error|Rage|click/i);
    await expect(page.getByText("/guide", { exact: false }).first()).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step("a link to a time opens the replay there, paused", async () => {
    const last = checkpoints.find(({ name }) => name === "a text added");
    const seconds = Math.ceil(timeOf(last?.at ?? 0) / 1000);
    await page.goto(`/console/replays/${answer.replay.id}?t=${seconds}`);
    const player = await playerOf(page);
    const note = page.getByRole("status").filter({ hasText: "Paused at the time in the link" });
    await expect(note).toHaveCount(1);
    await expect(play).toBeVisible();
    await expect
      .poll(() =>
        player.evaluate(
          () => document.querySelector("iframe")?.contentDocument?.querySelector("h1")?.textContent,
        ),
      )
      .toContain(" and more");
    expect(Number(await moment(page).inputValue())).toBe(seconds * 1000);
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  });

  await test.step("a replay opened from an error plays from five seconds before it", async () => {
    const error = answer.marks.find(({ kind }) => kind === "error");
    const link = `/console/replays/${answer.replay.id}?at=${error?.at}`;
    await page.goto(`/console/events/${error?.id}`);
    await expect(page.getByRole("link", { name: "Watch in replay" })).toHaveAttribute("href", link);
    await page.goto(`/console/replays?visitor=${visitor}&error=own+error`);
    await page.getByRole("row").filter({ hasText: "/lp" }).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`[?&]at=${error?.at}`));
    await expect(moment(page)).toBeVisible();
    await page.keyboard.press("Space");
    await expect(play).toBeVisible();
    const time = Number(await moment(page).inputValue());
    // The slider shows steps of 100 ms.
    expect(time).toBeGreaterThanOrEqual(timeOf(error?.at ?? 0) - 5100);
    expect(time).toBeLessThan(timeOf(error?.at ?? 0));
    const selected = page.getByRole("region", { name: "Activity" }).locator("[aria-current=step]");
    await expect(selected).toContainText("The replay's own error");
    await expect(selected).toContainText("Linked moment");
    await expect(selected).toBeInViewport();
    expect(await clippedFocusRings(page)).toEqual([]);
    // The list keeps its filters, without the position.
    await expect(page.getByRole("link", { name: "Replays", exact: true }).last()).toHaveAttribute(
      "href",
      `/console/replays?visitor=${visitor}&error=own+error`,
    );
  });
});

test("viewers see the list, and can watch once an owner allows it", async ({ browser, baseURL }) => {
  const context = await joinConsole(browser, baseURL ?? "", "viewer");
  const page = await context.newPage();
  await page.goto(`/console/replays?visitor=${visitor}`);
  await expect(page.getByText("Ask an owner to let viewers watch replays.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "/lp" }).getByRole("link")).toHaveCount(0);
  await page.goto(`/console/replays/${answer.replay.id}`);
  await expect(page.getByRole("alert")).toContainText("Only editors and owners can watch replays.");
  await api.put("/replays/access", { mayViewersWatch: true });
  await page.reload();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await api.put("/replays/access", { mayViewersWatch: false });
  await context.close();
});

test("a malicious recording", async ({ page, request, baseURL }) => {
  const id = await sendHostileReplay(request);
  await expect(async () => {
    expect((await request.get(`/console/api/replays/${id}`)).status()).toBe(401);
    await api.get(`/replays/${id}`);
  }).toPass({ timeout: 60_000 });

  await test.step("runs no code, does not navigate, and loads nothing from other origins", async () => {
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== baseURL) elsewhere.push(request.url());
    });
    // Chromium also reports requests that a document's policy blocks: here there must be none to block.
    page.on("dialog", (dialog) => elsewhere.push(`dialog ${dialog.message()}`));
    await openConsole(page, `/replays/${id}?range=today`, "Replay of");
    const player = await playerOf(page);
    const textOf = () =>
      player.evaluate(() => document.querySelector("iframe")?.contentDocument?.body?.textContent ?? "");
    await expect.poll(textOf).toContain("Harmless text");
    await expect.poll(textOf).toContain("Added later");
    // At the end of the recording.
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await settled(page);
    expect(elsewhere).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(`/console/replays/${id}`);
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    expect(await player.evaluate(() => "pwned" in window)).toBe(false);
    expect(player.url()).toMatch(/\/console\/player\.html$/);
  });

  await test.step("J and K navigate the list", async () => {
    await expect(page.getByRole("link", { name: "Next replay (J)" })).toBeVisible();
    await page.keyboard.press("j");
    await expect(page).not.toHaveURL(new RegExp(id));
    await expect(page.getByRole("link", { name: "Previous replay (K)" })).toBeVisible();
    await page.keyboard.press("k");
    await expect(page).toHaveURL(new RegExp(`${id}\\?range=today`));
  });

  await test.step("a deleted replay is not found", async () => {
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete replay" });
    await dialog.getByRole("button", { name: "Delete permanently" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Replays" })).toBeVisible();
    await page.goto(`/console/replays/${id}`);
    await expect(page.getByRole("alert")).toContainText("Replay not found.");
  });
});

test("the player's policy alone blocks requests to other origins", async ({ page, baseURL }) => {
  const reached: string[] = [];
  await page.context().route(
    ({ origin }) => origin !== baseURL,
    (route) => {
      reached.push(route.request().url());
      return route.abort();
    },
  );
  const refused = new Set<string>();
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText === "csp") refused.add(new URL(request.url()).pathname);
  });
  await page.goto("/console/player.html");
  // Like a page that rrweb shows, but without sanitizing.
  const attacks = await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-same-origin");
    document.body.append(frame);
    const inside = frame.contentDocument;
    if (!inside) throw new Error("The frame has no document.");
    const evil = "https://evil.invalid";
    const put = (name: string, attributes: Record<string, string>, text = "") => {
      const element = inside.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.textContent = text;
      inside.body.append(element);
    };
    put("style", {}, `@import "${evil}/import.css";`);
    put("style", {}, `body { background: image-set("${evil}/set.png" 1x) }`);
    put("div", { style: `background: u\\72l(${evil}/escaped.png)` }, "text");
    put("link", { rel: "stylesheet", href: `${evil}/link.css` });
    put("img", { src: `${evil}/img.png` });
    put("video", { poster: `${evil}/poster.png` });
    const font = new FontFace("Text", `url(${evil}/font.woff2)`);
    font.load().catch(() => undefined);
    return ["import.css", "set.png", "escaped.png", "link.css", "img.png", "poster.png", "font.woff2"];
  });
  await expect.poll(() => [...refused].sort()).toEqual(attacks.map((name) => `/${name}`).sort());
  expect(reached).toEqual([]);
});
