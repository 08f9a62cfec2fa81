import { REPLAY_TYPES, SEGMENT_DURATION } from "@marquee/contract";
import { type BrowserContext, expect, type Page, type Request, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { findPlayer } from "./support/findPlayer.ts";
import { hydrated } from "./support/hydrated.ts";
import { openConsole } from "./support/openConsole.ts";
import { readReplay } from "./support/readReplay.ts";
import { momentOf, recordAll, recorded, waitForFirstSegment } from "./support/recordings.ts";
import { serializePage } from "./support/serializePage.ts";
import { waitUntilSent } from "./support/storedSegments.ts";

const SIX_MINUTES = 360_000;
/** A segment lasts this long instead of {@link SEGMENT_DURATION}: a full snapshot that is due waits for the end of a segment. */
const SHORT_SEGMENT = 6000;
const ELEMENTS = ["body", "header a", "h1", "main p", "footer"];

/** The page at a point in time. */
interface Checkpoint {
  name: string;
  at: number;
  page: ReturnType<typeof serializePage>;
}

let api: ConsoleApi;
test.beforeAll(async ({ baseURL }) => {
  api = await signInToApi({ url: baseURL ?? "", stop: async () => {} });
});
test.afterAll(() => api?.dispose());

async function check(page: Page, name: string): Promise<Checkpoint> {
  const at = await momentOf(page);
  const serialized = await page.evaluate(serializePage, { isReplay: false, elements: ELEMENTS });
  return { name, at, page: serialized };
}

/** A visit with short segments, whose clock is six minutes slow at first, so that its recording soon seems that old. */
async function begin(context: BrowserContext): Promise<{ page: Page; firstSegment: Promise<Request> }> {
  const page = await context.newPage();
  await page.addInitScript(
    ({ behind, long, short }) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - (Reflect.has(window, "isOnTime") ? 0 : behind);
      const later = window.setTimeout.bind(window);
      const sooner = (run: TimerHandler, after?: number) => later(run, after === long ? short : after);
      Object.assign(window, { setTimeout: sooner });
    },
    { behind: SIX_MINUTES, long: SEGMENT_DURATION, short: SHORT_SEGMENT },
  );
  // Its time of sending shows the server how slow the clock is, so the clock is corrected afterwards.
  const firstSegment = page.waitForRequest((request) =>
    request.url().includes(`type=${REPLAY_TYPES.segment}`),
  );
  await page.goto("/lp/teams/project-management");
  await hydrated(page);
  await recorded(page);
  return { page, firstSegment };
}

/** Adds and removes more than a megabyte and corrects the clock, so that a full snapshot is due. */
async function growOld(page: Page): Promise<void> {
  const note = await page.evaluateHandle(() => {
    const note = document.createElement("p");
    note.append("word ".repeat(250_000));
    note.hidden = true;
    document.body.append(note);
    return note;
  });
  // The recorder holds back changes while it works on a snapshot, and does not record elements added and removed meanwhile.
  await recorded(page);
  await note.evaluate((note) => {
    note.remove();
    Reflect.set(window, "isOnTime", true);
  });
}

/** Changes the whole page in every frame until the recorder has taken another full snapshot. */
async function changeUntilSnapshot(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { snapshots } = window.passedOn;
    const paragraphs = [...document.querySelectorAll("main p")];
    for (let count = 0; window.passedOn.snapshots === snapshots; count += 1) {
      const place = paragraphs[(count * 7) % paragraphs.length];
      place?.append(Object.assign(document.createElement("b"), { textContent: ` ${count}` }));
      if (count % 3 === 0) place?.firstElementChild?.remove();
      if (count % 5 === 0) place?.setAttribute("class", `changed-${count}`);
      document.querySelector("h1")?.replaceChildren(`Changed ${count} times`);
      await new Promise(requestAnimationFrame);
    }
  });
}

test("a long recording takes another full snapshot while the page changes, and plays correctly before and after", async ({
  page: watching,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: { width: 1280, height: 800 },
  });
  await recordAll(context);
  await grantConsentBefore(context, baseURL);
  const { page, firstSegment } = await begin(context);
  const first = await check(page, "the page");
  await firstSegment;
  await growOld(page);
  await changeUntilSnapshot(page);
  const second = await check(page, "after the full snapshot");
  await page.locator("details[data-menu] > summary", { hasText: "Product" }).click();
  const third = await check(page, "a menu open");
  await waitForFirstSegment(page);
  await waitUntilSent(page);

  // In the server's time, six minutes later than the visitor's according to the recording's first segment.
  const answer = await readReplay(api, context, third.at + SIX_MINUTES);
  const whole = answer.segments.filter(({ hasFullSnapshot }) => hasFullSnapshot);
  expect(whole).toHaveLength(2);
  const [opening] = answer.segments;
  // In the visitor's time, like the checkpoints.
  const start = (opening?.start ?? 0) - (opening?.clockCorrection ?? 0);
  await openConsole(watching, `/replays/${answer.replay.id}`, "Replay of");
  await expect(watching.getByRole("button", { name: "Pause" })).toBeVisible();
  await watching.keyboard.press("Space");
  const player = await findPlayer(watching);
  for (const { name, at, page: original } of [third, first, second, third]) {
    const time = Math.round((at - start) / 100) * 100;
    await watching.getByRole("slider", { name: "Position" }).fill(String(time));
    await expect(watching.getByText("Buffering")).toHaveCount(0);
    await expect(async () => {
      const replayed = await player.evaluate(serializePage, { isReplay: true, elements: ELEMENTS });
      expect(replayed.lines, `Elements and texts of the checkpoint "${name}"`).toEqual(original.lines);
      expect(replayed.looks, `Styles of the checkpoint "${name}"`).toEqual(original.looks);
    }).toPass({ timeout: 60_000 });
  }
  await context.close();
});
