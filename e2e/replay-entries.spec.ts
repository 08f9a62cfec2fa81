import { RECORDING_SETTINGS_PATH, TRACK_REQUEST } from "@marquee/contract";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { collectSent, recordAll, recorded, waitForFirstSegment } from "./support/recordings.ts";
import { settled } from "./support/settled.ts";

/** Requests of the recorder; events describe the same page. */
const recordingsIn = (sent: readonly string[]) =>
  sent.filter((text) => text.includes('"segment"')).join("\n");

/** Occurrences of these words, with the text around them. */
const tellingIn = (recording: string, words: RegExp) =>
  [...recording.matchAll(words)].map(({ index }) => recording.slice(Math.max(0, index - 60), index + 30));

/** Adds the test's own fields. */
async function addFields(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement("form");
    form.dataset.test = "form";
    form.append(document.createElement("input"), document.createElement("textarea"));
    document.body.prepend(form);
  });
}

/** Types a text letter by letter into the text area, as key presses do, but in one round trip. */
async function typeLetters(page: Page, text: string): Promise<void> {
  await page.locator("[data-test=form] textarea").evaluate((area: HTMLTextAreaElement, text) => {
    area.focus();
    for (const letter of text) document.execCommand("insertText", false, letter);
  }, text);
  await expect(page.locator("[data-test=form] textarea")).toHaveValue(text);
}

/** Replaces the form by its input as text and in URLs. */
async function thank(page: Page, name: string, mail: string): Promise<void> {
  await page.evaluate(
    ([name, mail]) => {
      const thanks = document.createElement("p");
      const again = document.createElement("a");
      const encoded = document.createElement("a");
      thanks.append(`Authoredthanks ${name}, we write to ${mail}`, again, encoded);
      again.href = `mailto:${mail}`;
      encoded.href = `/authoredaddress?name=${encodeURIComponent(name)}&plus=${name.replaceAll(" ", "+")}`;
      document.querySelector("[data-test=form]")?.replaceWith(thanks);
      history.replaceState(null, "", `?name=${encodeURIComponent(name)}`);
    },
    [name, mail] as const,
  );
}

async function readRecording(page: Page, sent: readonly string[]): Promise<string> {
  await recorded(page);
  await waitForFirstSegment(page);
  await expect.poll(() => recordingsIn(sent)).toContain("Authoredthanks");
  return recordingsIn(sent);
}

async function openAnswered(context: BrowserContext, page: Page): Promise<string[]> {
  const sent = collectSent(context);
  const settings = page.waitForResponse(`**${RECORDING_SETTINGS_PATH}`);
  await page.goto("/contact-sales");
  await settings;
  // Typed texts are tracked once the settings have loaded.
  await settled(page);
  return sent;
}

test.beforeEach(({ context, baseURL }) => grantConsentBefore(context, baseURL));

test("input is masked where the page repeats it, however much input follows", async ({ context, page }) => {
  await recordAll(context);
  const sent = await openAnswered(context, page);
  await recorded(page);
  await addFields(page);
  await page.locator("[data-test=form] input").pressSequentially("Canary Liddell");
  await typeLetters(page, "Fortyteams ".repeat(20));
  await thank(page, "Canary Liddell", "liddell");
  const recording = await readRecording(page, sent);
  expect(tellingIn(recording, /canary|liddell|fortyteams/gi)).toEqual([]);
  expect(recording).toMatch(/Authoredthanks \*\*\*, we write to \*\*\*/);
  expect(recording).toContain("/authoredaddress?name=***&plus=***");
});

test("input from before a rule started the recording is masked", async ({ context, page }) => {
  await recordAll(context, { sampleRate: 0, rules: [{ kind: "event", name: "Lead sent" }] });
  const sent = await openAnswered(context, page);
  await addFields(page);
  await page.locator("[data-test=form] input").pressSequentially("canary@mail.example");
  await page.locator("[data-test=form] textarea").fill("Canary Liddell");
  await thank(page, "Canary Liddell", "canary@mail.example");
  await page.evaluate((type) => {
    document.dispatchEvent(new CustomEvent(type, { detail: { event: "Lead sent", properties: {} } }));
  }, TRACK_REQUEST);
  const recording = await readRecording(page, sent);
  expect(tellingIn(recording, /canary|liddell/gi)).toEqual([]);
  expect(recording).toMatch(/Authoredthanks \*\*\*, we write to \*\*\*/);
  expect(recording).toMatch(/"pageUrl":"[^"]*\/contact-sales\?name=\*\*\*"/);
});
