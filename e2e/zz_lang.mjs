import { chromium } from "playwright-core";
const url = "http://127.0.0.1:6750";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args:["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: process.argv[3] ?? "light" });
const page = await context.newPage();
page.on("console", (m) => { if (m.type() === "error") console.log("console:", m.text().slice(0, 300)); });
page.on("pageerror", (e) => console.log("pageerror", e.message));
const api = async (method, path, data) => { const r = await context.request[method](url + "/console/api" + path, { headers: { origin: url }, data }); const t = await r.text(); if (!r.ok()) console.log(path, r.status(), t.slice(0,300)); return t ? JSON.parse(t) : null; };
await api("post", "/sign-in", { email: "o@example.com", password: "rumble-wagon-tidal-onyx" });
if (process.argv[2] === "prepare") {
  const { id } = await api("post", "/content/drafts", { name: "English" });
  await api("put", `/content/drafts/${id}/field`, { item: "copy:en:home", pointer: "/hero/title", value: "Plans change. Your team keeps up.", revision: 0 });
  await api("put", `/content/drafts/${id}/field`, { item: "copy:en:home", pointer: "/hero/lead", value: "One place for every plan, and it changes with you.", revision: 0 });
  console.log(await api("post", `/content/drafts/${id}/publish`, { note: "" }));
  const l = await api("get", "/content/languages");
  console.log(l.languages.map(({ items, ...r }) => ({ ...r, items: items.length })));
  const t = Date.now(); await api("get", "/content/languages"); console.log("ms", Date.now() - t);
}
const shot = async (name, path, w) => { await page.setViewportSize({ width: w, height: 900 }); await page.goto(url + "/console" + path); await page.waitForLoadState("networkidle"); await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/shots/${name}-${w}-${process.argv[3] ?? "light"}.png` }); };
for (const w of (process.argv[4] ?? "1440").split(",").map(Number)) {
  await shot("languages", "/languages?language=de", w);
  await shot("home", "/languages/copy%3Ade%3Ahome", w);
  await shot("outdated", "/languages/copy%3Ade%3Ahome?show=outdated", w);
  await shot("images", "/languages/images%3Ade", w);
  await shot("absent", "/languages/page%3Ade%3Aguide", w);
  await shot("editor", "/pages/copy%3Ade%3Ahome", w);
}
await browser.close();
