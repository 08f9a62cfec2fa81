import { expect, type Page, test } from "@playwright/test";
import { generate } from "otplib";
import { violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { OWNER } from "./support/owner.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

// The tests use one account and depend on each other.
test.describe.configure({ mode: "serial" });

let site: StartedSite;
test.beforeAll(async () => {
  site = await startSite(60, { REQUIRE_TWO_FACTOR: "true" }, "localhost");
});
test.afterAll(() => site.stop());

/** As Chromium's virtual authenticator stores it. */
interface VirtualPasskey {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  privateKey: string;
  userHandle?: string;
  signCount: number;
}

/** Adds a virtual authenticator. @returns functions to move its passkeys to another page. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    passkeys: async (): Promise<VirtualPasskey[]> =>
      (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    keep: async (passkeys: readonly VirtualPasskey[]) => {
      for (const credential of passkeys)
        await client.send("WebAuthn.addCredential", { authenticatorId, credential });
    },
    verifyPeople: (isUserVerified: boolean) =>
      client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

async function enterPassword(page: Page): Promise<void> {
  await page.goto(`${site.url}/console/account`);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const codeOf = (secret: string, at = Date.now()) => generate({ secret, epoch: Math.floor(at / 1000) });
let secret = "";
let recoveryCodes: string[] = [];
let kept: VirtualPasskey[] = [];

test("an account without a second factor must set one up first", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  await enterPassword(page);
  await expect(page.getByRole("heading", { name: "Set up two-factor authentication" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await page.getByLabel("Your password").fill(OWNER.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  secret = (await page.getByRole("dialog").locator("code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Authentication code").fill(await codeOf(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  expect(await violationsOf(page)).toEqual([]);
  recoveryCodes = await list.getByRole("listitem").allInnerTexts();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("recovery-codes.txt");
  await page.getByRole("button", { name: "I saved my codes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expect(page.getByText("10 codes left")).toBeVisible();
  expect(errors).toEqual([]);
});

test("rejects a wrong code; signs in with a recovery code", async ({ page }) => {
  await enterPassword(page);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  await expect(page.getByLabel("Authentication code")).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  const wrong = (await codeOf(secret)) === "000000" ? "000001" : "000000";
  await page.keyboard.type(wrong);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("This code is incorrect or already used.");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("9 codes left")).toBeVisible();
});

test("adds and renames a passkey, and signs in with it alone", async ({ page, browser }) => {
  const errors = collectConsoleErrors(page);
  const authenticator = await addAuthenticator(page);
  await enterPassword(page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCodes[1] ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByLabel("Your password").fill(OWNER.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const passkeys = page.getByRole("list", { name: "Passkeys" });
  await expect(passkeys.getByRole("listitem")).toContainText(["Laptop"]);
  await passkeys.getByRole("button", { name: "Rename Laptop" }).click();
  await page.getByLabel("Name").fill("Desk");
  await page.getByLabel("Name").press("Enter");
  await expect(passkeys.getByRole("listitem")).toContainText(["Desk"]);
  await expect(passkeys.getByRole("button", { name: "Rename Desk" })).toBeFocused();
  await expect(passkeys).toContainText("never used");
  expect(await violationsOf(page)).toEqual([]);

  const context = await browser.newContext();
  const other = await context.newPage();
  const moved = await addAuthenticator(other);
  await moved.keep(await authenticator.passkeys());
  await other.goto(`${site.url}/console/account`);
  await other.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(other.getByRole("list", { name: "Passkeys" })).toContainText("last used");
  kept = await moved.passkeys();
  await context.close();
  expect(errors).toEqual([]);
});

test("signs in with a password, then a passkey", async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  await authenticator.keep(kept);
  await enterPassword(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("main").getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  kept = await authenticator.passkeys();
});

test("shows an error if the browser rejects a passkey", async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  await authenticator.verifyPeople(false);
  await page.goto(`${site.url}/console`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("The passkey request was canceled or timed out.");
});

test("removing a factor requires the password, and the last one cannot be removed", async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  await authenticator.keep(kept);
  await page.goto(`${site.url}/console/account`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("button", { name: "Remove authenticator app" }).click();
  await page.getByLabel("Your password").fill("a wrong but long password");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("Your password").fill(OWNER.password);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Not set up")).toBeVisible();
  await page.getByRole("button", { name: "Remove Desk" }).click();
  await page.getByLabel("Your password").fill(OWNER.password);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("This server requires two-factor authentication.");
});
