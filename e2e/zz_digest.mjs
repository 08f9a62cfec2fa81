import { chromium } from "playwright-core";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const base = "http://127.0.0.1:7318";
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
await page.goto(base + "/console");
await page.getByLabel("Email").fill("o@example.com");
await page.getByLabel("Password").fill("rumble-wagon-tidal-onyx");
await page.getByRole("button", { name: "Sign in", exact: true }).first().click(); await page.getByRole("navigation", { name: "Screens" }).first().waitFor({ state: "attached" });
const t = Date.now();
for (const scheme of ["light", "dark"]) {
  await page.setViewportSize({ width: 390, height: 1500 });
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(base + "/console/api/digest/preview", { timeout: 120000 });
  console.log(Date.now() - t);
  await page.screenshot({ path: `/tmp/shot-mail-${scheme}.png`, fullPage: true });
}
await browser.close();
