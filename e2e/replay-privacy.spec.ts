import { MASKING_LEVELS, type MaskingLevel } from "@marquee/contract";
import { expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { addCanaryFields, CANARIES, ENTRIES, PAGE_WORDS } from "./support/canaryFields.ts";
import {
  collectSent,
  recordAll,
  recorded,
  storedRecording,
  waitForFirstSegment,
} from "./support/recordings.ts";
import { signInByApi } from "./support/storedEvents.ts";

/** Input types that accept any text. */
const TYPED = ["text", "search", "email", "url", "tel", "password", "number"] as const;

/** Types and pastes into the fields that `name` added to the page, the shadow tree and the frame. */
async function enterCanaries(page: Page, name: string): Promise<void> {
  for (const place of ["page", "shadow"]) {
    for (const type of TYPED)
      await page.locator(`[data-field="${name}-${place}-${type}"]`).fill(ENTRIES[type]);
    for (const field of ["area", "write"]) {
      await page.locator(`[data-field="${name}-${place}-${field}"]`).click();
      await page.keyboard.type("canarytyped ");
      await page.keyboard.insertText("canarypasted");
    }
  }
  const frame = page.frameLocator(`iframe[data-field="${name}-frame"]`);
  for (const field of ["text", "password", "area", "write"]) {
    await frame.locator(`[data-field="${name}-frame-${field}"]`).click();
    await page.keyboard.type("canarytyped");
  }
}

/** Occurrences of the words in the texts, ignoring case, with the text around them. */
function findIn(texts: readonly string[], words: readonly string[]): string[] {
  const all = texts.join("\n").toLowerCase();
  const places = words.map((word) => all.indexOf(word.toLowerCase())).filter((place) => place >= 0);
  return places.map((place) => all.slice(Math.max(0, place - 60), place + 30));
}

// Fields of every type in three places, one after another.
test.slow();
test.beforeEach(({ context, baseURL }) => grantConsentBefore(context, baseURL));

for (const level of MASKING_LEVELS)
  test(`no input is sent or stored: ${level}`, async ({ page, context, request, baseURL }) => {
    // Without RUM, which would report the URL of an image that a visitor's input loads.
    await recordAll(context, { privacyLevel: level satisfies MaskingLevel, monitoringSampleRate: 0 });
    await addCanaryFields(page);
    const sent = collectSent(context);
    await page.goto("/contact-sales");
    await recorded(page);
    await page.evaluate(() => {
      window.addCanaryFields("third", "attribute");
      window.addCanaryFields("fourth", "property");
      window.addCanaryFields("fifth", "later");
    });
    await recorded(page);
    await enterCanaries(page, "fifth");
    await enterCanaries(page, "first");
    await recorded(page);
    await waitForFirstSegment(page);

    const readRecordings = () => sent.filter((text) => text.includes('"segment"'));
    await expect.poll(() => readRecordings().length).toBeGreaterThan(0);
    const recordings = readRecordings();
    expect(findIn(sent, CANARIES)).toEqual([]);
    expect(findIn(recordings, PAGE_WORDS)).toHaveLength(level === "conservative" ? 0 : PAGE_WORDS.length);

    await signInByApi(request, baseURL);
    await expect.poll(() => storedRecording(request, context)).toContain("data-field");
    expect(findIn([await storedRecording(request, context)], CANARIES)).toEqual([]);
  });
