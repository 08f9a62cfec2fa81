import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { archivedFilePath, archivedPagePath, PAGE_VERSION_HEADER } from "@marquee/contract";
import type {
  ErrorsResponse,
  PageVersionsResponse,
  ReplayResponse,
  ReplaysResponse,
} from "@marquee/contract/schema";
import { type BrowserContext, expect, type Frame, type Page, test } from "@playwright/test";
import { currentBuild } from "../scripts/lib/builds.mjs";
import { grantConsentBefore } from "./support/agree.ts";
import { violationsOf } from "./support/axe.ts";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { copyTemplate, TEMPORARY_DIR } from "./support/dataTemplate.ts";
import { findPlayer } from "./support/findPlayer.ts";
import { hydrated } from "./support/hydrated.ts";
import { openConsole } from "./support/openConsole.ts";
import { momentOf, recordAll, waitForFirstSegment } from "./support/recordings.ts";
import { serializePage } from "./support/serializePage.ts";
import { type BuildCopy, copyBuild } from "./support/startBuild.ts";

const PORT = Number(process.env.E2E_PORT ?? 3199) + 8;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const PAGES = ["/lp/teams/project-management", "/guide"];
const VERSION = PAGE_VERSION_HEADER;
const MESSAGE = "The dialog of a test broke";
const builtFiles = (part: string) => readdirSync(join(currentBuild(), "site", part));
/** Excludes compressed copies of other files. */
const isServed = (name: string) => !/\.(?:br|gz)$/.test(name);
const LATER_STYLES = [
  "body{background:#fde;letter-spacing:1px}h1{font-size:20px!important}",
  "main{display:none}",
];
const ELEMENTS = [
  "html",
  "body",
  "header",
  "header a",
  "main",
  "h1",
  "main p",
  "main a",
  "footer",
  "footer a",
];

/** The page as rendered by the browser. */
interface Look {
  /** All computed styles of each of {@link ELEMENTS}. */
  styles: Record<string, string>[];
  fonts: string[];
  /** Natural width of each image; 0 if it did not load. */
  images: number[];
}

/** Reads the page itself, the page in the replay player, or, given a URL, a page that it opens in a frame. */
async function lookOf(page: Page | Frame, shownBy: "itself" | "player" | `/${string}`): Promise<Look> {
  return page.evaluate(
    async ({ framed, isReplay, elements }) => {
      const frame = isReplay ? document.querySelector("iframe") : framed && document.createElement("iframe");
      if (frame && framed) {
        Object.assign(frame, { src: framed, width: innerWidth, height: innerHeight });
        frame.style.cssText = "position:fixed;inset:0;border:0;z-index:9999";
        const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
        document.body.append(frame);
        await loaded;
      }
      const pageDocument = (frame ? frame.contentDocument : null) ?? document;
      const view = pageDocument.defaultView ?? window;
      await pageDocument.fonts.ready;
      for (const image of pageDocument.images) {
        image.loading = "eager";
        await image.decode().catch(() => undefined);
      }
      // The estimated height of sections that were not rendered depends on what was.
      for (const element of pageDocument.querySelectorAll<HTMLElement>("body *"))
        if (view.getComputedStyle(element).contentVisibility === "auto")
          element.style.contentVisibility = "visible";
      // Their texts may need further fonts. A font that has loaded is in use only after the next frame.
      pageDocument.body.getBoundingClientRect();
      await pageDocument.fonts.ready;
      await new Promise((drawn) => view.requestAnimationFrame(() => view.requestAnimationFrame(drawn)));
      const styleOf = (element: Element | null) => {
        const computed = element ? view.getComputedStyle(element) : [];
        return Object.fromEntries(
          [...computed].map((name) => [name, (computed as CSSStyleDeclaration).getPropertyValue(name)]),
        );
      };
      return {
        styles: elements.map((selector) => styleOf(pageDocument.querySelector(selector))),
        // A font that loaded late exists twice: as declared, in quotes, and as added by the page.
        fonts: [
          ...new Set(
            [...pageDocument.fonts]
              .filter(({ family, status }) => status === "loaded" && !family.includes("Fallback"))
              .map(({ family }) => family.replaceAll('"', "")),
          ),
        ].sort(),
        images: [...pageDocument.images].map(({ naturalWidth }) => naturalWidth),
      };
    },
    { framed: shownBy.startsWith("/") ? shownBy : null, isReplay: shownBy === "player", elements: ELEMENTS },
  );
}

/** Properties that differ because a paused replay pauses animations and a replay has no scroll anchoring. */
const DIFFERENT: ReadonlySet<string> = new Set(["animation-play-state", "overflow-anchor"]);

/**
 * Styles by selector, without those that differ in a replay, and without custom properties: the complete style sheet, which a page loads later,
 * declares more of them.
 */
function stylesAtRest({ styles }: Look): Record<string, [string, string][]> {
  return Object.fromEntries(
    styles.map((style, index) => [
      ELEMENTS[index] ?? "",
      Object.entries(style).filter(([name]) => !DIFFERENT.has(name) && !name.startsWith("--")),
    ]),
  );
}

/** Fails all requests to the site except to the console and its icon. @returns the failed URLs. */
async function cutSite(context: BrowserContext): Promise<string[]> {
  const siteRequests: string[] = [];
  await context.route(
    ({ pathname }) => !pathname.startsWith("/console") && pathname !== "/favicon.svg",
    (route) => {
      siteRequests.push(route.request().url());
      return route.abort();
    },
  );
  return siteRequests;
}

test.describe
  .serial("the archive of the site", () => {
    test.setTimeout(300_000);
    let dataDir = "";
    let build: BuildCopy;
    /** One point in time of a recorded visit to the first build, with the page as it was. */
    let recorded: { visitor: string; at: number; look: Look; dom: ReturnType<typeof serializePage> };
    const looks = new Map<string, { version: string; look: Look }>();
    let stop = async () => {};
    let api: ConsoleApi;

    const versionsOf = async (path: string) =>
      (await api.ask<PageVersionsResponse>("page-versions", { path })).versions;
    const expectVersions = (count: number) =>
      expect
        .poll(async () => (await Promise.all(PAGES.map(versionsOf))).map(({ length }) => length), {
          timeout: 60_000,
        })
        .toEqual(PAGES.map(() => count));
    const isKept = async (name: string) => {
      const address = archivedFilePath(`/assets/${name}`, Date.now());
      return (await api.read(address)).ok();
    };
    const errorsNamed = async (text: string) => (await api.ask<ErrorsResponse>("errors", { text })).groups;
    const replaysOf = async (visitor: string) =>
      (await api.ask<ReplaysResponse>("replays", { visitor })).replays;
    test.beforeAll(() => {
      dataDir = mkdtempSync(join(TEMPORARY_DIR, "marquee-e2e-"));
      // The template's server has archived the first build's files; globalSetup.ts waits for each of them.
      copyTemplate(dataDir);
      build = copyBuild();
    });
    test.afterAll(async () => {
      await api?.dispose();
      await stop();
      build.remove();
      rmSync(dataDir, { recursive: true, force: true });
    });

    test("starts with a visit to the first build, which reports its version", async ({ page }) => {
      stop = await build.start(PORT, dataDir);
      api = await signInToApi({ url: ORIGIN, stop });
      for (const path of PAGES) {
        const answer = await page.goto(ORIGIN + path);
        const version = answer?.headers()[VERSION] ?? "";
        expect(version).toMatch(/^[\w-]{22}$/);
        const timed = await page.evaluate(() => {
          const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
          return entry?.serverTiming.find(({ name }) => name === "page")?.description;
        });
        expect(timed).toBe(version);
        await page.evaluate(() => scrollTo(0, 0));
        looks.set(path, { version, look: await lookOf(page, "itself") });
      }
      expect(looks.get("/guide")?.look.images.length).toBeGreaterThan(0);
    });

    test("has a visit to the first build recorded", async ({ page, context }) => {
      await recordAll(context);
      await grantConsentBefore(context, ORIGIN);
      await page.goto(`${ORIGIN}/guide`);
      await hydrated(page);
      const look = await lookOf(page, "itself");
      const at = await momentOf(page);
      const dom = await page.evaluate(serializePage, { isReplay: false, elements: ELEMENTS });
      await waitForFirstSegment(page);
      const cookies = await context.cookies();
      const visitor = cookies.find(({ name }) => name === "ajs_anonymous_id")?.value ?? "";
      recorded = { visitor, at, look, dom };
      await expect.poll(async () => (await replaysOf(visitor)).length, { timeout: 60_000 }).toBe(1);
    });

    test("reports an error in a dialog", async ({ page, context }) => {
      await grantConsentBefore(context, ORIGIN);
      await page.addInitScript((text) => {
        HTMLDialogElement.prototype.showModal = () => {
          throw new Error(text);
        };
      }, MESSAGE);
      await page.goto(`${ORIGIN}/lp/teams/project-management`);
      await hydrated(page);
      await page.locator('main a[data-overlay="sign-up"]:visible').first().click();
      await expect.poll(async () => (await errorsNamed(MESSAGE)).length, { timeout: 60_000 }).toBe(1);
    });

    test("keeps pages and files while two later builds are served", async ({ request, page }) => {
      let serving = Promise.resolve();
      // Requests of the tab during a restart wait for its end, because browsers remember in a document that code failed to
      // load.
      await page.route("**/assets/**", async (route) => {
        await serving;
        await route.continue();
      });
      await page.goto(`${ORIGIN}/guide`);
      await hydrated(page);
      await expectVersions(1);
      await expect
        .poll(() => Promise.all(builtFiles("client/assets").filter(isServed).map(isKept)), {
          timeout: 150_000,
        })
        .not.toContain(false);
      for (const [index, css] of LATER_STYLES.entries()) {
        let resume: () => void = () => undefined;
        serving = new Promise((resolve) => {
          resume = resolve;
        });
        await stop();
        build.release(`X${index}`, css);
        stop = await build.start(PORT, dataDir);
        resume();
        for (const path of PAGES) expect((await request.get(ORIGIN + path)).headers()[VERSION]).toBeTruthy();
        await expectVersions(index + 2);
        if (index > 0) continue;
        // A tab with the previous build gets its code from there, without a document of the new one.
        await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
        await page.locator('footer a[href="/lp/ai"]').click();
        await expect(page).toHaveURL(`${ORIGIN}/lp/ai`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
      }
      for (const name of builtFiles("client/assets").filter((name) => name.endsWith(".woff2"))) {
        const address = `/assets/${name}`;
        expect((await request.get(ORIGIN + address)).status()).toBe(404);
        expect((await request.get(ORIGIN + archivedFilePath(address, Date.now()))).status()).toBe(401);
      }
    });

    test("is shown by the console", async ({ browser }) => {
      const context = await browser.newContext({ baseURL: ORIGIN });
      const page = await context.newPage();
      await openConsole(page, "/errors?range=30d-today", "Errors");

      await test.step("reads the stack of the first build by its own source map", async () => {
        await page.getByText(MESSAGE).first().click();
        const stack = page.getByRole("listitem").filter({ hasText: "packages/ui/src/overlay/useModal.ts:" });
        await expect(stack.first()).toContainText("useModal");
        await expect(page.getByRole("figure").getByText("element.showModal();")).toBeVisible();
        await expect(page.getByRole("link", { name: "Replays with this error" })).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
      });

      const siteRequests = await cutSite(context);
      await test.step("shows a page as it was, without requests to the current site", async () => {
        for (const path of PAGES) {
          const archived = looks.get(path);
          const look = await lookOf(page, archivedPagePath(archived?.version ?? "") as `/${string}`);
          expect(look.fonts).toEqual(archived?.look.fonts);
          expect(look.images).toEqual(archived?.look.images);
          expect(look.images).not.toContain(0);
          expect(stylesAtRest(look), `${path} looks as it did.`).toEqual(
            archived && stylesAtRest(archived.look),
          );
        }
        expect(siteRequests).toEqual([]);
      });

      await test.step("plays a visit as it was, without requests to the current site", async () => {
        const { visitor, at, look, dom } = recorded;
        const [replay] = await replaysOf(visitor);
        const { segments } = await api.get<ReplayResponse>(`/replays/${replay?.id}`);
        await page.goto(`${ORIGIN}/console/replays/${replay?.id}`);
        await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
        await page.keyboard.press("Space");
        const begin = Math.min(...segments.map(({ start }) => start));
        await page
          .getByRole("slider", { name: "Position" })
          .fill(String(Math.round((at - begin) / 100) * 100));
        const player = await findPlayer(page);
        await expect(async () => {
          const replayedDom = await player.evaluate(serializePage, { isReplay: true, elements: ELEMENTS });
          expect(replayedDom.lines).toEqual(dom.lines);
          expect(replayedDom.looks).toEqual(dom.looks);
        }).toPass({ timeout: 60_000 });
        const replayed = await lookOf(player, "player");
        expect(replayed.fonts).toEqual(look.fonts);
        expect(replayed.images).toEqual(look.images);
        expect(replayed.images).not.toContain(0);
        expect(stylesAtRest(replayed)).toEqual(stylesAtRest(look));
        expect(siteRequests).toEqual([]);
      });
      await context.close();
    });

    test("does not serve source maps", async ({ request }) => {
      const maps = builtFiles("maps/assets");
      expect(maps.length).toBeGreaterThan(50);
      for (const name of [...maps.slice(0, 5), maps.at(-1)]) {
        for (const address of [`/assets/${name}`, `/maps/assets/${name}`, `/assets/../maps/assets/${name}`])
          expect((await request.get(ORIGIN + address)).status()).toBe(404);
      }
      const script = maps[0]?.replace(".map", "") ?? "";
      expect(readFileSync(join(currentBuild(), "site/client/assets", script), "utf8")).not.toContain(
        "sourceMappingURL",
      );
    });
  });
