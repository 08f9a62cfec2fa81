import { chromium } from "playwright-core";
const [,, what = "all"] = process.argv;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const base = "http://127.0.0.1:7318";
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
page.on("console", (m) => m.type() === "error" && console.log("console:", m.text()));
await page.goto(base + "/console");
await page.getByLabel("Email").fill("o@example.com");
await page.getByLabel("Password").fill("rumble-wagon-tidal-onyx");
await page.getByRole("button", { name: "Sign in", exact: true }).first().click(); await page.getByRole("navigation", { name: "Screens" }).first().waitFor({ state: "attached" });
await page.getByRole("heading", { level: 1 }).waitFor();
await page.waitForTimeout(500);
for (const [name, path] of [["alerts", "/console/alerts"], ["history", "/console/alerts?tab=history"], ["digest", "/console/alerts?tab=digest"]]) {
  for (const [w, scheme] of [[1440, "light"], [1440, "dark"], [800, "light"], [390, "light"], [390, "dark"]]) {
    if (what !== "all" && !`${name}-${w}-${scheme}`.includes(what)) continue;
    await page.setViewportSize({ width: w, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(base + path);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `/tmp/shot-${name}-${w}-${scheme}.png` });
  }
}
console.log(JSON.stringify(await page.evaluate(() => fetch("/console/api/alerts").then((r) => r.json()).then((d) => d.alerts.map((a) => [a.alert.kind, a.status])))));
console.log(JSON.stringify(await page.evaluate(() => fetch("/console/api/alarms").then((r) => r.json()).then((d) => d.alarms.map((a) => [a.text, new Date(a.openedAt).toISOString(), a.resolvedAt && new Date(a.resolvedAt).toISOString(), a.href])))));
await browser.close();
