import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { signInToApi } from "./support/consoleApi.ts";
import { openConsole } from "./support/openConsole.ts";
import { RECORDED, SECOND_SNAPSHOT, sendDarkReplay } from "./support/sendDarkReplay.ts";
import { installClock, passTime } from "./support/settled.ts";
import { PHONE } from "./support/viewports.ts";

/** Minimum target size (WCAG 2.2, success criterion 2.5.5). */
const FINGER = 44;

let replay: string;

test.describe.configure({ mode: "default" });

test.beforeAll(async ({ request, baseURL }) => {
  replay = await sendDarkReplay(request);
  const api = await signInToApi({ url: baseURL ?? "", stop: async () => {} });
  await expect(async () => void (await api.get(`/replays/${replay}`))).toPass({ timeout: 60_000 });
  await api.dispose();
});

/** Runs in a separate page. @returns red, green and blue of an image's center. */
async function readMiddle(png: string): Promise<number[]> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  context?.drawImage(image, image.width / 2, image.height / 2, 1, 1, 0, 0, 1, 1);
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
}

/** Text, scroll position and text color of the recorded page. */
function readPlayer(page: Page) {
  return page.evaluate(() => {
    const player = document.querySelector<HTMLIFrameElement>("main iframe")?.contentDocument;
    const seen = player?.querySelector("iframe")?.contentWindow;
    const root = seen?.document.documentElement;
    return {
      words: seen?.document.querySelector("p")?.textContent,
      y: seen?.scrollY,
      color: root && seen.getComputedStyle(root).color,
    };
  });
}

const moment = (page: Page) => page.getByRole("slider", { name: "Position" });
const seek = (page: Page, seconds: number) => moment(page).fill(String(seconds * 1000));

/** The player has the aspect ratio of the recording and fits the window, and the page keeps its own theme. */
async function expectFitting(
  page: Page,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const stage = page.locator("main iframe");
  await expect(async () => {
    const { width: room, height: taken } = (await stage.boundingBox()) ?? { width: 0, height: 0 };
    expect(taken).toBeGreaterThan(300);
    // As high as its width requires, unless the window is too short.
    expect(taken).toBeLessThanOrEqual((room * RECORDED.height) / RECORDED.width + 1);
    expect(taken + 150).toBeLessThan(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }).toPass({ timeout: 20_000 });
  await page.getByRole("button", { name: "Full screen" }).scrollIntoViewIfNeeded();
  expect(await readPlayer(page)).toMatchObject({ color: "rgb(255, 255, 255)" });
}

test("the player on a wide screen", async ({ page }) => {
  const warnings: string[] = [];
  page.on("console", (message) => void warnings.push(message.text()));
  const play = page.getByLabel("Play", { exact: true });
  await installClock(page);

  await test.step("a link to a tab that the session does not have shows a note and the same time", async () => {
    await openConsole(page, `/replays/${replay}?t=${SECOND_SNAPSHOT + 2}&tab=4`, "Replay of");
    await expect(page.getByRole("alert")).toContainText(
      "The link refers to tab 4, which doesn't exist in this session.",
    );
    await expect.poll(() => readPlayer(page)).toMatchObject({ words: "Second" });
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expect(moment(page)).toHaveValue(String((SECOND_SNAPSHOT + 2) * 1000));
  });

  await test.step("seeking in either direction shows the last full snapshot before the position", async () => {
    await seek(page, SECOND_SNAPSHOT + 5);
    await expect.poll(() => readPlayer(page)).toMatchObject({ words: "Second, written to", y: 0 });
    await seek(page, 10);
    await expect.poll(() => readPlayer(page)).toMatchObject({ words: "First, written to", y: 300 });
    await seek(page, 2);
    await expect.poll(() => readPlayer(page)).toMatchObject({ words: "First", y: 0 });
    await seek(page, SECOND_SNAPSHOT + 2);
    await expect.poll(() => readPlayer(page)).toMatchObject({ words: "Second", y: 0 });
  });

  await test.step("masked input shows in fields that do not accept it as text", async () => {
    const field = () =>
      page.evaluate(() => {
        const player = document.querySelector<HTMLIFrameElement>("main iframe")?.contentDocument;
        return player?.querySelector("iframe")?.contentDocument?.querySelector("input")?.value;
      });
    await seek(page, 10);
    await expect.poll(field).toBe("***");
    await seek(page, 2);
    await expect.poll(field).toBe("");
    expect(warnings.filter((text) => text.includes("***"))).toEqual([]);
  });

  await test.step("a popover is open while it was, and a canvas has its size", async () => {
    const sizes = () =>
      page.evaluate(() => {
        const player = document.querySelector<HTMLIFrameElement>("main iframe")?.contentDocument;
        const seen = player?.querySelector("iframe")?.contentDocument;
        return ["[popover]", "canvas"].map((selector) => {
          const { width, height } = seen?.querySelector(selector)?.getBoundingClientRect() ?? {};
          return selector === "canvas" ? [width, height] : width && Math.round(width);
        });
      });
    await seek(page, 10);
    await expect.poll(sizes).toEqual([288, [60, 30]]);
    await seek(page, 14);
    await expect.poll(sizes).toEqual([0, [60, 30]]);
    await seek(page, 10);
    await expect.poll(sizes).toEqual([288, [60, 30]]);
    await seek(page, 2);
    await expect.poll(sizes).toEqual([0, [60, 30]]);
  });

  for (const { width, height, colorScheme } of [
    { width: 1440, height: 900, colorScheme: "dark" },
    { width: 800, height: 1100, colorScheme: "light" },
  ] as const) {
    await test.step(`at ${width} px, the player has the aspect ratio of the recording and fits the window`, async () => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await expectFitting(page, { width, height });
    });
  }

  await test.step("the delete dialog pauses the replay, and canceling resumes it", async () => {
    const pause = page.getByLabel("Pause", { exact: true });
    const ask = page.getByRole("button", { name: "Delete" });
    const dialog = page.getByRole("dialog", { name: "Delete replay" });
    // Otherwise it would soon reach its end.
    await page.keyboard.press("s");
    await page.keyboard.press("Space");
    await expect(pause).toBeVisible();
    await ask.click();
    await expect(dialog).toBeVisible();
    await expect(play).toHaveCount(1);
    const position = page.getByLabel("Position", { exact: true });
    const rested = await position.inputValue();
    await passTime(page, 2000);
    expect(await position.inputValue()).toBe(rested);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(pause).toBeVisible();
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(Number(rested));
    // A paused replay stays paused.
    await pause.click();
    await expect(play).toBeVisible();
    await ask.click();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await passTime(page, 1000);
    await expect(play).toBeVisible();
  });
});

test.describe("the player on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, colorScheme: "dark" });

  test("fits the window and works by touch", async ({ page }) => {
    await openConsole(page, `/replays/${replay}?t=${SECOND_SNAPSHOT + 2}`, "Replay of");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Paused at the time in the link" })).toHaveCount(
      1,
    );

    await test.step("the player has the aspect ratio of the recording and fits the window", async () => {
      await expectFitting(page, PHONE);
      expect(await violationsOf(page)).toEqual([]);
    });

    await test.step("a page without a background gets the visitor's browser default", async () => {
      const decoding = await page.context().newPage();
      for (const [seconds, words] of [
        [SECOND_SNAPSHOT + 2, "Second"],
        [2, "First"],
        [SECOND_SNAPSHOT + 2, "Second"],
        [2, "First"],
      ] as const) {
        await seek(page, seconds);
        await expect.poll(() => readPlayer(page)).toMatchObject({ words, color: "rgb(255, 255, 255)" });
        const readGround = async () => {
          const ground = await page.locator("main iframe").screenshot();
          const [middle = 255] = await decoding.evaluate(readMiddle, ground.toString("base64"));
          return middle;
        };
        // The dark background of browsers is nearly black.
        await expect.poll(readGround, `Brightness of the background of "${words}"`).toBeLessThan(60);
      }
      await decoding.close();
    });

    await test.step("buttons are large enough, lie below the page, and seek back and forward", async () => {
      const names = ["Play", "Back 5 seconds", "Forward 5 seconds", "Skip inactivity", "Mouse trail"];
      const [line, ...buttons] = await Promise.all(
        [moment(page), ...names.map((name) => page.getByRole("button", { name, exact: true }))].map((each) =>
          each.boundingBox(),
        ),
      );
      for (const button of buttons) {
        expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(FINGER);
        expect(button?.y ?? 0).toBeGreaterThan(line?.y ?? 0);
      }
      await seek(page, 2);
      await page.getByRole("button", { name: "Forward 5 seconds" }).tap();
      await expect.poll(() => readPlayer(page)).toMatchObject({ words: "First, written to" });
      await page.getByRole("button", { name: "Back 5 seconds" }).tap();
      await expect.poll(() => readPlayer(page)).toMatchObject({ words: "First" });
      await expect(moment(page)).toHaveValue("2000");
    });
  });
});
