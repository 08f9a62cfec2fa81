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

/** Opens another screen through the navigation, which is behind a button on phones. */
export async function goToScreen(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  const link = page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: screen });
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: screen })).toBeVisible();
}
