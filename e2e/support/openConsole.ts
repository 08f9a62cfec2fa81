import { expect, type Page } from "@playwright/test";
import { OWNER } from "./owner.ts";

/** Signs in and waits for the screen that was asked for. @param path below `/console`. */
export async function openConsole(page: Page, path: string, screen: string, who = OWNER): Promise<void> {
  await page.goto(`/console${path}`);
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: screen })).toBeVisible();
}

/** Goes to another screen by the navigation, which phones have behind a button. */
export async function goToScreen(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  const link = page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: screen });
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: screen })).toBeVisible();
}
