import { ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import type { EventSearchResponse } from "@marquee/contract/schema";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { askScreen } from "./support/consoleApi.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { openConsole } from "./support/openConsole.ts";

const API = "/console/api";
const BROWSER =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** A visitor who comes by the newsletter, and two days later directly, to ask for a trial. @returns the ID of the goal that this is. */
async function addHistory(page: Page, visitor: APIRequestContext, campaign: string): Promise<number> {
  const { request } = page.context();
  const origin = new URL((await request.get("/healthz")).url()).origin;
  const now = Date.now();
  const event = (at: number, fields: object) => ({
    messageId: `${campaign} ${at}`,
    anonymousId: campaign,
    timestamp: new Date(at).toISOString(),
    ...fields,
  });
  const visit = (at: number, search: string) => ({
    type: "page",
    properties: { url: `${origin}/pricing${search}`, path: "/pricing" },
    context: { sessionId: at },
  });
  const first = now - 2 * ONE_DAY;
  const second = now - 10 * ONE_MINUTE;
  const batch = [
    event(first, visit(first, `?utm_source=newsletter&utm_medium=email&utm_campaign=${campaign}`)),
    event(second, visit(second, "")),
    event(second + ONE_MINUTE, { type: "track", event: `Trial ${campaign}`, context: { sessionId: second } }),
  ];
  // Without the console's cookies, which would exclude the visit from counting.
  const sent = await visitor.post("/v1/b", {
    headers: { "user-agent": BROWSER },
    data: { writeKey: "local", batch },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const goal = { name: `Trial ${campaign}`, value: null, isArchived: false };
  const condition = { kind: "event", event: `Trial ${campaign}`, properties: [] };
  const created = await request.post(`${API}/goals`, {
    data: { definition: { ...goal, condition } },
    headers: { origin },
  });
  const answer = await created.json();
  expect(created.ok(), JSON.stringify(answer)).toBe(true);
  const stored = () => askScreen<EventSearchResponse>(request, "events", { person: campaign });
  await expect.poll(async () => (await stored()).events.length).toBe(3);
  return answer.id;
}

test("models are compared for the newsletter, and its next link has the same names", async ({
  page,
  request,
}) => {
  const errors = collectConsoleErrors(page);
  const campaign = `issue-${Date.now()}`;
  await openConsole(page, "/campaign-links", "Campaign links");
  const goal = await addHistory(page, request, campaign);

  await test.step("first touch credits the newsletter, last touch the direct visit", async () => {
    await page.goto(`/console/attribution?range=30d-today&by=utm_campaign&count=${goal}`);
    await expect(page.getByText("1 conversion", { exact: true })).toBeVisible();
    await expect(page.getByText("the largest gain over last touch")).toHaveCount(1);
    const row = page.getByRole("row").filter({ hasText: campaign });
    await expect(row.getByRole("cell")).toContainText(
      ["1.0", "0.0", "0.5", "0.5"].map((each) => new RegExp(each)),
    );
    expect(await violationsOf(page), "The screen is accessible.").toEqual([]);
    await page
      .getByRole("combobox", { name: "Direct visits" })
      .selectOption("Only if there are no other visits");
    await expect(page).toHaveURL(/direct=skip/);
    await expect(page.getByText(/the largest (gain|loss)/)).toHaveCount(0);
  });

  await test.step("a link with a name in another spelling is reported, corrected and saved", async () => {
    await page.goto("/console/campaign-links?range=30d-today");
    await page.getByLabel("Page", { exact: true }).fill("/pricing");
    await page.getByLabel("Source").fill("newsletter");
    await page.getByLabel("Medium").fill("email");
    await page.getByLabel("Campaign", { exact: true }).fill(campaign.replace("issue-", "issue_"));
    await page.getByRole("button", { name: `Use ${campaign}` }).click();
    await expect(page.getByLabel("Campaign", { exact: true })).toHaveValue(campaign);
    await expect(page.getByText("Visits count as Email")).toBeVisible();
    await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    expect(await violationsOf(page), "The builder is accessible.").toEqual([]);
    await page.getByRole("button", { name: "Save link" }).click();
    const row = page.getByRole("row").filter({ hasText: campaign });
    await expect(row).toContainText("1");
    await row.getByRole("button", { name: `Delete the link ${campaign}` }).click();
    await expect(row).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).toBeVisible();
  });
  expect(errors).toEqual([]);
});
