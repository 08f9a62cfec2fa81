import { expect, type Page } from "@playwright/test";
import { OWNER } from "./owner.ts";

/** Signs in through the API and opens a screen; console.spec.ts and account.spec.ts use the form. @param path below `/console`. */
export async function openConsole(page: Page, path: string, screen: string, who = OWNER): Promise<void> {
  const { request } = page.context();
  const origin = new URL((await request.get("/healthz")).url()).origin;
  const answer = await request.post("/console/api/sign-in", { data: who, headers: { origin } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(`/console${path}`);
  await expect(page.getByRole("heading", { level: 1, name: screen })).toBeVisible();
}

/**
 * Opens another screen through the navigation, which is behind a button on phones. In wide windows, the settings are a separate list in it.
 */
export async function goToScreen(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  const navigation = page.getByRole("navigation", { name: "Screens" });
  const link = navigation.getByRole("link", { name: screen });
  if (!(await link.isVisible()))
    await navigation.getByRole("link", { name: /^(Settings|All screens)$/ }).click();
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: screen })).toBeVisible();
}

/** Opens the menu of the signed-in person, in a wide window. */
export async function openAccountMenu(page: Page, { email } = OWNER): Promise<void> {
  await page.getByRole("button", { name: email }).click();
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeVisible();
}
