import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { HEADLESS_SHELL } from "./support/chromium.ts";
import { startServer } from "./support/startSite.ts";

interface Interface {
  /** The page, and the index of the figure on it. */
  path: string;
  figure: number;
  /** Number of drawn parts. The rest are usage hints, which do not fit a picture. */
  parts: number;
  /** Padding of a figure without a frame. */
  padding?: string;
}

/** Live interfaces that pages show as pictures (`apps/site/src/interfaces/Screen.tsx`) and templates as theirs, by their names in {@link IMAGES}. */
const SCREENS: Readonly<Record<string, Interface>> = {
  "screens/board": { path: "/lp", figure: 0, parts: 2 },
  "screens/gantt": { path: "/lp/features/gantt-chart-view", figure: 0, parts: 3 },
  "templates/burndown": {
    path: "/lp/teams/project-management",
    figure: 1,
    parts: 2,
    padding: "3rem 2.5rem 1.5rem",
  },
};
const IMAGES = join(import.meta.dirname, "../content/images");
/** The guide shows the same board, with its frame and instructions. */
const GUIDE = { path: "/lp", file: "guide/board.png" };
/** The interface is 800 pixels wide: narrow, so that its text is still readable on half a page. */
const VIEWPORT = { width: 864, height: 1000 };

/** Draws the pictures of `content/images/screens`, of templates and of the guide from the current build. Run it after an interface has changed. */
async function drawScreens(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "marquee-screens-"));
  const site = await startServer({ port: Number(process.env.E2E_PORT ?? 3199), env: { DATA_DIR: dataDir } });
  const browser = await chromium.launch({
    executablePath: HEADLESS_SHELL,
    args: ["--no-sandbox", "--font-render-hinting=none"],
  });
  try {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({
        baseURL: site.url,
        viewport: VIEWPORT,
        deviceScaleFactor: 2,
        colorScheme,
        // As served: hydration would open a tooltip.
        javaScriptEnabled: false,
      });
      for (const [name, screen] of Object.entries(SCREENS)) {
        const { path, figure: index, parts, padding = "" } = screen;
        await page.goto(path, { waitUntil: "networkidle" });
        const file = `${name}${colorScheme === "dark" ? "-dark" : ""}.png`;
        const figure = page.locator("main figure").nth(index);
        // The page that shows the picture rounds and frames it.
        await figure.evaluate(
          (element: HTMLElement, drawn) => {
            Object.assign(element.style, {
              borderRadius: "0",
              border: "0",
              boxShadow: "none",
              ...(drawn.padding && { padding: drawn.padding, background: "var(--surface)" }),
            });
            for (const part of [...element.children].slice(drawn.parts)) part.remove();
          },
          { parts, padding },
        );
        await figure.screenshot({ path: join(IMAGES, file), animations: "disabled" });
        console.log(file);
      }
      if (colorScheme === "dark") continue;
      await page.goto(GUIDE.path, { waitUntil: "networkidle" });
      const figure = page.locator("main figure").first();
      // On whole pixels; otherwise a line of the page's background is above it.
      await figure.evaluate((element: HTMLElement) => {
        const { top } = element.getBoundingClientRect();
        element.style.transform = `translateY(${Math.ceil(top) - top}px)`;
      });
      await figure.screenshot({ path: join(IMAGES, GUIDE.file), animations: "disabled" });
      console.log(GUIDE.file);
    }
  } finally {
    await browser.close();
    await site.stop();
    rmSync(dataDir, { recursive: true });
  }
}

await drawScreens();
