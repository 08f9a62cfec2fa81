import { type BrowserContext, expect, test } from "@playwright/test";
import { OWNER } from "./support/owner.ts";
import { SHARED_URL, type StartedSite, startSite } from "./support/startSite.ts";

const OFFSET = 55;
const PORT = Number(new URL(SHARED_URL).port) + OFFSET;
/** On the same domain as the site, so that browsers send its cookies with requests of the site's pages. */
const CONSOLE = `http://console.trellis.localhost:${PORT}`;

let site: StartedSite;
test.beforeAll(async () => {
  site = await startSite(OFFSET, { CONSOLE_URL: CONSOLE }, "www.trellis.localhost");
});
test.afterAll(() => site?.stop());

const cookiesOf = async (context: BrowserContext, url: string) =>
  (await context.cookies(url)).map(({ name }) => name).sort();

test("the console runs on a separate host, inaccessible to the site's pages, which still recognize staff", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const owner = await context.newPage();
  const missing: string[] = [];
  owner.on("response", (response) => {
    if (response.status() === 404) missing.push(response.url());
  });

  await test.step("signing in", async () => {
    await owner.goto(`${site.url}/console/connections`);
    await owner.waitForURL(`${CONSOLE}/console/connections`);
    await owner.getByLabel("Email").fill(OWNER.email);
    await owner.getByLabel("Password").fill(OWNER.password);
    await owner.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(owner.getByRole("heading", { level: 1, name: "Connections" })).toBeVisible();
    expect(await cookiesOf(context, CONSOLE)).toContain("marquee_console");
    await expect.poll(() => cookiesOf(context, site.url)).toContain("marquee_staff");
    expect(await cookiesOf(context, site.url)).not.toContain("marquee_console");
  });

  await test.step("a script of the site", async () => {
    const page = await context.newPage();
    await page.goto(`${site.url}/pricing`);
    const ask = (url: string, init: RequestInit) =>
      page.evaluate(
        async ([to, options]) => {
          const answer = await fetch(to, { credentials: "include", ...options }).catch(() => null);
          return answer && [answer.type, answer.status];
        },
        [url, init] as const,
      );
    expect(await ask("/console/api/session", {})).toEqual(["basic", 404]);
    const elsewhere = `${CONSOLE}/console/api`;
    // Its own policy blocks the request.
    expect(await ask(`${elsewhere}/session`, { mode: "no-cors" })).toBeNull();
    // A page without a policy can send the request, like another page of the domain.
    const free = await context.newPage();
    await free.goto(`${site.url}/healthz`);
    const statuses: number[] = [];
    free.on("response", (response) => statuses.push(response.status()));
    await free.evaluate(
      async ([api]) => {
        const blind = { mode: "no-cors", credentials: "include" } as const;
        await fetch(`${api}/team`, blind).catch(() => null);
        await fetch(`${api}/sign-out`, { ...blind, method: "POST", body: "{}" }).catch(() => null);
      },
      [elsewhere] as const,
    );
    await expect.poll(() => statuses).toEqual([403, 403]);
    expect(
      await free.evaluate(
        (url) => fetch(url, { credentials: "include" }).catch(() => null),
        `${elsewhere}/team`,
      ),
    ).toBeNull();
    await owner.reload();
    await expect(owner.getByRole("heading", { level: 1, name: "Connections" })).toBeVisible();
  });

  await test.step("previews, and links to the site", async () => {
    await owner.goto(`${CONSOLE}/console/preview`);
    const frame = owner.frameLocator('iframe[title^="Preview: "]').first();
    await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
    await owner.getByRole("button", { name: OWNER.email }).click();
    await expect(owner.getByRole("link", { name: "Open the site" })).toHaveAttribute("href", `${site.url}/`);
  });

  await test.step("screens with pictures and pages of the site", async () => {
    for (const path of ["/pages", "/images", "/heatmaps", "/replays", "/install", "/campaign-links"]) {
      await owner.goto(`${CONSOLE}/console${path}`);
      await expect(owner.getByRole("heading", { level: 1 })).toBeVisible();
      await owner.waitForLoadState("networkidle");
    }
    expect(missing).toEqual([]);
  });

  await test.step("visits that are not counted", async () => {
    await owner.goto(`${CONSOLE}/console/do-not-count`);
    await owner.getByRole("button", { name: "Don't count this browser" }).click();
    await expect(owner.getByText("Visits of this browser are not counted.", { exact: true })).toBeVisible();
    expect(await cookiesOf(context, site.url)).toContain("marquee_uncounted");
  });

  await test.step("signing out", async () => {
    await owner.getByRole("button", { name: OWNER.email }).click();
    await owner.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect.poll(() => cookiesOf(context, site.url)).not.toContain("marquee_staff");
    await owner.goto(`${CONSOLE}/`);
    await owner.waitForURL(`${CONSOLE}/console`);
    await owner.goto(`${CONSOLE}/pricing`);
    await owner.waitForURL(`${site.url}/pricing`);
  });
  await context.close();
});
