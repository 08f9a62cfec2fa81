import { createHash, randomInt, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect, type Page, type Request } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { violationsIn } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { hydrated } from "./support/hydrated.ts";
import { recordMeasurement } from "./support/measurement.ts";
import { settled } from "./support/settled.ts";
import { signInByApi, storedEvents } from "./support/storedEvents.ts";
import { DESKTOP, VIEWPORTS } from "./support/viewports.ts";

/** Each test has its own IP address and thus its own rate limit. */
const test = base.extend({
  extraHTTPHeaders: async ({ baseURL: _baseURL }, use) => {
    await use({ "x-forwarded-for": `198.18.${randomInt(256)}.${randomInt(256)}` });
  },
});

const LINK = "https://cal.example/large";
const GOOD = { email: "ada@trellis.example", size: "51-200", message: "Forty teams on three tools." };

test.beforeAll(() => {
  const rules = [{ name: "large", companySizes: ["1001+"], url: LINK, emailParameter: "email" }];
  const routes = { sales: { rules, default: { url: "" } }, demo: { rules: [], default: { url: "" } } };
  writeFileSync(join(process.env.E2E_CONTENT_DIR ?? "", "meeting-routes.json"), JSON.stringify(routes));
});

const fields = (page: Page) => ({
  email: page.getByRole("textbox", { name: "Work email" }),
  size: page.getByRole("combobox", { name: "Company size" }),
  message: page.getByRole("textbox", { name: "How can we help?" }),
  send: page.getByRole("main").getByRole("button", { name: /Send to sales|Try again|Sending/ }),
});

async function fill(page: Page, values: Partial<typeof GOOD> = {}): Promise<void> {
  const { email, size, message } = { ...GOOD, ...values };
  const form = fields(page);
  await form.email.fill(email);
  await form.size.selectOption(size);
  await form.message.fill(message);
}

async function open(page: Page, path = "/contact-sales"): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsIn(page, "main")).toEqual([]);
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name });

for (const viewport of VIEWPORTS) {
  // Each width in one theme; every-page.spec.ts checks both.
  const colorScheme = viewport === DESKTOP ? "dark" : "light";
  test.describe(`${viewport.width} px, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme });

    test("a form is rejected, corrected, sent and confirmed", async ({ page }) => {
      const errors = collectConsoleErrors(page);
      await open(page);
      await expectAccessible(page);
      const form = fields(page);
      await form.send.click();
      const summary = page.getByRole("region", { name: "Check these fields" });
      await expect(summary).toBeFocused();
      await expect(summary.getByRole("listitem")).toHaveText([
        "Work email: Enter your email address.",
        "Company size: Choose your company size.",
        "How can we help?: Tell us in a sentence how we can help.",
      ]);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
      await summary.getByRole("link", { name: "How can we help?" }).click();
      await expect(form.message).toBeFocused();
      await fill(page);
      await expect(summary).toBeHidden();
      await form.send.click();
      await expect(heading(page, "Thanks, we got your message")).toBeFocused({ timeout: 60_000 });
      await expect(page.getByText("Sales will write to ada@trellis.example.")).toBeVisible();
      await expect(page.getByRole("link", { name: /Pick a time/ })).toHaveCount(0);
      await expectAccessible(page);
      expect(errors).toEqual([]);
    });
  });
}

test("an error shows on blur, on the button, and from the server", async ({ page }) => {
  await test.step("a field shows its error on blur, and hides it once the input is valid", async () => {
    await open(page);
    const { email, message } = fields(page);
    await email.focus();
    await message.focus();
    await expect(email).not.toHaveAttribute("aria-invalid");
    for (const [text, problem] of [
      ["ada", "Enter an address like name@company.com."],
      ["ada@gmail.com", "Enter your work address. gmail.com is a personal email provider."],
    ] as const) {
      await email.fill(text);
      await email.press("Tab");
      await expect(email).toHaveAttribute("aria-invalid", "true");
      await expect(email).toHaveAccessibleDescription(problem);
    }
    await email.fill("ada@trellis.example");
    await expect(email).not.toHaveAttribute("aria-invalid");
    await message.fill("x".repeat(4001));
    await message.blur();
    await expect(message).toHaveAccessibleDescription(/Use up to 4000 characters. You have 4001\.$/);
    // Nothing was sent yet, so there is no summary.
    await expect(page.getByRole("region", { name: "Check these fields" })).toHaveCount(0);
  });
  await test.step("the button sends the form although the blur shows an error above it", async () => {
    await open(page);
    const { email, send } = fields(page);
    await email.pressSequentially("ada@gmail.com");
    await send.scrollIntoViewIfNeeded();
    const box = await send.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 4);
    await page.mouse.down();
    // The error is shown only after the press, so that the button does not move away.
    await settled(page);
    await page.mouse.up();
    await expect(page.getByRole("region", { name: "Check these fields" })).toBeFocused();
  });
  await test.step("a personal email provider that only the server knows is rejected after sending, and the input stays", async () => {
    await open(page);
    await fill(page, { email: "ada@0815.ru" });
    const { email, message, send } = fields(page);
    await email.blur();
    await expect(email).not.toHaveAttribute("aria-invalid");
    await send.click();
    await expect(email).toHaveAccessibleDescription(/0815\.ru is a personal email provider/, {
      timeout: 60_000,
    });
    await expect(page.getByRole("region", { name: "Check these fields" })).toBeFocused();
    await expect(message).toHaveValue(GOOD.message);
    await email.focus();
    await email.blur();
    await expect(email).toHaveAttribute("aria-invalid", "true");
  });
});

test("a meeting link opens in a new tab with the email address filled in", async ({ page }) => {
  const link = page.getByRole("link", { name: "Pick a time (opens in a new tab)" });
  // The server reads the changed routes a moment after they are written.
  await expect(async () => {
    await open(page);
    await fill(page, { size: "1001+" });
    await fields(page).send.click();
    await expect(link).toHaveAttribute("href", `${LINK}?email=ada%40trellis.example`, { timeout: 30_000 });
  }).toPass({ timeout: 110_000 });
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
});

test("a form filled in immediately is sent without any delay, and by a double click only once", async ({
  page,
}) => {
  const sent: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/leads")) sent.push(request);
  });
  await open(page);
  await page.clock.install();
  await fill(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await fields(page).send.dblclick();
  await expect(heading(page, "Thanks, we got your message")).toBeVisible({ timeout: 60_000 });
  expect(sent).toHaveLength(1);
});

test("a visitor who leaves right after sending loses neither the lead nor its event", async ({
  page,
  request,
  context,
  baseURL,
}) => {
  await grantConsentBefore(context, baseURL);
  // Gets no response: the visitor leaves before the ticket arrives. (A Playwright route would also delay the page's last requests.)
  await page.addInitScript(() => {
    const fetch = window.fetch.bind(window);
    window.fetch = (input, init) => {
      if (!String(input).startsWith("/leads/ticket")) return fetch(input, init);
      sessionStorage.setItem("asked", String(input));
      return new Promise(() => undefined);
    };
  });
  await open(page);
  await fill(page);
  await fields(page).send.evaluate((button: HTMLButtonElement) => {
    button.click();
    location.href = "/sign-up";
  });
  await page.waitForURL("**/sign-up");
  const submission = (await page.evaluate(() => sessionStorage.getItem("asked")))?.split("=")[1];
  await expect.poll(async () => (await request.get(`/leads/sent/${submission}`)).status()).toBe(200);
  await signInByApi(request, baseURL);
  await expect.poll(async () => (await storedEvents(request, context, "Form Sent")).length).toBe(1);
});

test("a form that is sent too fast, or with the hidden field filled, gets the usual response", async ({
  page,
  request,
  baseURL,
}) => {
  const submissionId = randomUUID();
  const { ticket } = await (await request.get(`/leads/ticket?submission=${submissionId}`)).json();
  const data = {
    formId: 1006,
    locale: "en",
    path: "/contact-sales",
    email: GOOD.email,
    companySize: GOOD.size,
    message: GOOD.message,
    submissionId,
    ticket,
  };
  const answer = await request.post("/leads", { data, headers: { origin: baseURL ?? "" } });
  expect([answer.status(), await answer.json()]).toEqual([200, { meetingUrl: null, meetingFrameUrl: null }]);

  await open(page);
  await fill(page);
  const trap = page.locator('input[name="homepage"]');
  await expect(trap).not.toBeInViewport({ ratio: 1 });
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = "https://spam.example";
  });
  await fields(page).send.click();
  await expect(heading(page, "Thanks, we got your message")).toBeVisible({ timeout: 60_000 });
});

test("too many forms from one address show an error and keep the input", async ({
  page,
  request,
  baseURL,
}) => {
  for (let count = 0; count < 10; count += 1) {
    const data = {
      formId: 1176,
      locale: "en",
      path: "/",
      email: GOOD.email,
      companySize: GOOD.size,
      message: `Number ${count}`,
      submissionId: randomUUID(),
      ticket: "",
    };
    expect((await request.post("/leads", { data, headers: { origin: baseURL ?? "" } })).status()).toBe(200);
  }
  await open(page);
  await fill(page);
  await fields(page).send.click();
  await expect(page.getByRole("alert")).toContainText("We’ve received too many forms from your network", {
    timeout: 60_000,
  });
  await expect(fields(page).message).toHaveValue(GOOD.message);
  await expectAccessible(page);
});

test("offline or after a server error, the form keeps the input and sends it on retry", async ({
  page,
  context,
}) => {
  await test.step("offline", async () => {
    await open(page);
    await fill(page);
    await context.setOffline(true);
    await fields(page).send.click();
    await expect(page.getByRole("alert")).toContainText("You’re offline", { timeout: 60_000 });
    for (const [field, value] of [
      ["email", GOOD.email],
      ["size", GOOD.size],
      ["message", GOOD.message],
    ] as const)
      await expect(fields(page)[field]).toHaveValue(value);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page, "Thanks, we got your message")).toBeVisible({ timeout: 60_000 });
  });
  await test.step("a server error is shown, and a retry sends the same submission", async () => {
    const ids: string[] = [];
    await page.route("**/leads", async (route) => {
      ids.push(route.request().postDataJSON().submissionId);
      if (ids.length === 1) await route.fulfill({ status: 503, json: {} });
      else await route.continue();
    });
    await open(page);
    await fill(page);
    await fields(page).send.click();
    await expect(page.getByRole("alert")).toContainText("Something went wrong on our side", {
      timeout: 60_000,
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page, "Thanks, we got your message")).toBeVisible({ timeout: 60_000 });
    expect(ids).toEqual([ids[0], ids[0]]);
  });
});

test("works with the keyboard only", async ({ page }) => {
  await open(page);
  const { email, size, message, send } = fields(page);
  await email.focus();
  await page.keyboard.type(GOOD.email);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(size).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(message).toBeFocused();
  await page.keyboard.type(GOOD.message);
  // The hidden field is not in the tab order.
  await page.keyboard.press("Tab");
  await expect(send).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Thanks, we got your message")).toBeFocused({ timeout: 60_000 });
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Send another" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(email).toHaveValue("");
});

test("the sign-up page asks only for an email address, at any provider, and identifies the visitor by its hash", async ({
  page,
  context,
  baseURL,
}) => {
  await grantConsentBefore(context, baseURL);
  const { events } = recordMeasurement(page);
  const errors = collectConsoleErrors(page);
  await open(page, "/sign-up");
  await expectAccessible(page);
  await page.getByRole("textbox").and(page.getByLabel("Email")).fill("ada@gmail.com");
  await page.getByRole("main").getByRole("button", { name: "Start free" }).click();
  await expect(heading(page, "Check your inbox soon")).toBeFocused({ timeout: 60_000 });
  const emailSha256 = createHash("sha256").update("ada@gmail.com").digest("hex");
  await expect
    .poll(() => events.filter(({ type }) => type === "identify").map(({ traits }) => traits))
    .toContainEqual({ emailSha256 });
  expect(JSON.stringify(events)).not.toContain("ada@gmail.com");
  expect(errors).toEqual([]);
});

test("in other languages", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [locale, send, title] of [
    ["fr-FR", "Envoyer aux commerciaux", "Merci, votre message est arrivé"],
    ["de", "An den Vertrieb senden", "Danke, Ihre Nachricht ist da"],
  ] as const)
    await test.step(locale, async () => {
      await open(page, `/${locale}/contact-sales`);
      await page.locator('[name="email"]').fill(GOOD.email);
      await page.locator('[name="companySize"]').selectOption(GOOD.size);
      await page.locator('[name="message"]').fill(GOOD.message);
      await page.getByRole("button", { name: send }).click();
      await expect(heading(page, title)).toBeFocused({ timeout: 60_000 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });
});

test("the landing version shows the arguments first and has its own form", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("contact-sales-landing-page", "true"));
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/leads")) sent.push(request.postDataJSON());
  });
  await open(page, "/contact-sales?debug=true");
  await expect(heading(page, "Bring every team into one workspace")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Talk to sales" }).click();
  await fill(page);
  await expectAccessible(page);
  await fields(page).send.click();
  await expect(heading(page, "Thanks, we got your message")).toBeVisible({ timeout: 60_000 });
  expect(sent).toMatchObject([{ formId: 1299, location: "landing" }]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form is sent and confirmed, or returns with the input and the errors", async ({ page }) => {
    await page.goto("/de/contact-sales");
    await page.locator('[name="email"]').fill(`ada-${randomUUID()}@trellis.example`);
    await page.locator('[name="companySize"]').selectOption("1001+");
    await page.locator('[name="message"]').fill(GOOD.message);
    await page.getByRole("button", { name: "An den Vertrieb senden" }).click();
    await expect(page.getByText("Noch ein Klick")).toBeVisible();
    await expect(page.locator('[name="message"]')).toHaveValue(GOOD.message);
    await confirm(page, "Jetzt senden");
    await expect(heading(page, "Danke, Ihre Nachricht ist da")).toBeVisible();
    await expect(page.getByRole("link", { name: /Termin wählen/ })).toHaveAttribute(
      "href",
      /cal\.example\/large/,
    );
    await page.reload();
    await expect(heading(page, "Danke, Ihre Nachricht ist da")).toBeVisible();

    await page.goto("/contact-sales");
    await fill(page, { email: "ada@gmail.com" });
    await fields(page).send.click();
    const summary = page.getByRole("region", { name: "Check these fields" });
    await expect(summary.getByRole("listitem")).toHaveText([/gmail\.com is a personal email provider/]);
    await expect(fields(page).size).toHaveValue(GOOD.size);
    await expect(fields(page).message).toHaveValue(GOOD.message);
    await fields(page).email.fill(`ada-${randomUUID()}@trellis.example`);
    await fields(page).send.click();
    await confirm(page, "Send now");
    await expect(heading(page, "Thanks, we got your message")).toBeVisible();
  });
});

/** The second click, which counts after one second. It may take longer to arrive than one attempt waits. */
async function confirm(page: Page, name: string): Promise<void> {
  await expect(async () => {
    if (!page.url().includes("/leads/sent/"))
      await page.getByRole("button", { name }).click({ timeout: 1000 });
    await expect(page).toHaveURL(/\/leads\/sent\//, { timeout: 1000 });
  }).toPass();
}

test("a form sent before React runs is sent by the browser, once", async ({ page }) => {
  await page.route(/\/assets\/entry-client.*\.js$/, () => undefined);
  await page.goto("/contact-sales");
  await fill(page);
  await fields(page).send.click();
  await confirm(page, "Send now");
  await expect(heading(page, "Thanks, we got your message")).toBeVisible();
});
