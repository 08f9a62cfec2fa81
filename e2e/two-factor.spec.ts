import { expect, type Page, test } from "@playwright/test";
import { generate } from "otplib";
import { violationsIn, violationsOf } from "./support/axe.ts";
import { collectConsoleErrors } from "./support/consoleErrors.ts";
import { openAccountMenu } from "./support/openConsole.ts";
import { OWNER } from "./support/owner.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

// The tests use one account, and the second test uses the first one's passkey.
test.describe.configure({ mode: "serial" });

let site: StartedSite;
test.beforeAll(async () => {
  site = await startSite(60, { REQUIRE_TWO_FACTOR: "true" }, "localhost");
});
test.afterAll(() => site?.stop());

/** Format of Chromium's virtual authenticator. */
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
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

const codeOf = (secret: string, at = Date.now()) => generate({ secret, epoch: Math.floor(at / 1000) });
let registeredPasskeys: VirtualPasskey[] = [];

test("an account sets up its second factors", async ({ page }) => {
  const errors = collectConsoleErrors(page);
  const authenticator = await addAuthenticator(page);
  let secret = "";
  let recoveryCodes: string[] = [];
  await page.goto(`${site.url}/console/account`);

  await test.step("an account without a second factor must set one up first", async () => {
    await enterPassword(page);
    await expect(page.getByRole("heading", { name: "Set up two-factor authentication" })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await page.getByLabel("Your password").fill(OWNER.password);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    expect(await violationsIn(page, "dialog[open]")).toEqual([]);
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

  await test.step("rejects a wrong code; signs in with a recovery code", async () => {
    await signOut(page);
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

  await test.step("adds and renames a passkey", async () => {
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
    registeredPasskeys = await authenticator.passkeys();
    // The browser itself reports the rejected code.
    expect(errors.filter((error) => !error.includes("401"))).toEqual([]);
  });
});

test("an account signs in with a passkey, and removes its factors", async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  await authenticator.keep(registeredPasskeys);
  await page.goto(`${site.url}/console/account`);
  const errors = collectConsoleErrors(page);

  await test.step("shows an error if the browser rejects a passkey", async () => {
    await authenticator.verifyPeople(false);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("alert")).toContainText("The passkey request was canceled or timed out.");
    await authenticator.verifyPeople(true);
    errors.splice(0);
  });

  await test.step("signs in with a passkey alone", async () => {
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("last used");
    expect(errors).toEqual([]);
  });

  await test.step("signs in with a password, then a passkey", async () => {
    await signOut(page);
    await enterPassword(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("main").getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  });

  await test.step("removing a factor requires the password, and the last one cannot be removed", async () => {
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
});
