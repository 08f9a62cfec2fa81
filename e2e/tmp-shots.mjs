import { chromium } from "playwright-core";

const U = "http://127.0.0.1:3995";
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const jobs = JSON.parse(process.argv[2]);
const c0 = await b.newContext();
const p0 = await c0.newPage();
await p0.request.post(U + "/console/api/sign-in", {
  data: { email: "o@trellis.example", password: "a long enough password" },
  headers: { origin: U },
});
const state = await c0.storageState();
for (const [name, path, width, scheme, full] of jobs) {
  const c = await b.newContext({
    viewport: { width, height: width < 500 ? 844 : 900 },
    colorScheme: scheme,
    storageState: path.startsWith("/console") ? state : undefined,
    reducedMotion: "reduce",
  });
  const p = await c.newPage();
  p.on("pageerror", (e) => console.log(name, "ERR", e.message));
  p.on("console", (m) => m.type() === "error" && console.log(name, m.text().slice(0, 200)));
  await p.goto(U + path, { waitUntil: "networkidle" });
  await p.waitForTimeout(700);
  await p.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: !!full });
  await c.close();
}
await b.close();
