import type { ClickCell } from "@marquee/contract/schema";
import type { Page } from "@playwright/test";
import { elementPath } from "./elementPath.ts";

/** The place at which a heatmap cell is drawn. */
export interface LandedCell extends ClickCell {
  /** Path of its element, as `elementPath` writes it; null if another element is at that place. */
  element: string | null;
  /** Whether the heatmap has color at that place. */
  hasHeat: boolean;
}

/** Scrolls each cell of a heatmap into view and reads what is drawn there. */
export function readHeatmapCells(page: Page, cells: readonly ClickCell[]): Promise<LandedCell[]> {
  return page.evaluate(`(${look})(${JSON.stringify(cells)}, ${elementPath})`);
}

/** Runs in the console's page, so it must not use anything outside. */
async function look(cells: readonly ClickCell[], pathOf: typeof elementPath): Promise<LandedCell[]> {
  const frame = document.querySelector<HTMLIFrameElement>("main iframe");
  const canvas = document.querySelector<HTMLCanvasElement>("main canvas");
  const container = frame?.closest("section");
  const [pageDocument, view] = [frame?.contentDocument, frame?.contentWindow];
  if (!frame || !canvas || !container || !pageDocument || !view)
    throw new Error("The heatmap has no archived page.");
  const scale = frame.getBoundingClientRect().width / frame.offsetWidth;
  const pixels = scale * devicePixelRatio;
  const landed: LandedCell[] = [];
  for (const cell of cells) {
    const target = pageDocument.querySelector(cell.selector);
    const box = target?.getBoundingClientRect();
    if (!target || !box) {
      landed.push({ ...cell, element: null, hasHeat: false });
      continue;
    }
    container.scrollTop += (box.top + cell.y * box.height - view.innerHeight / 2) * scale;
    // Scroll events and drawing come before animation frame callbacks.
    await new Promise((done) => requestAnimationFrame(done));
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + cell.x * width, top + cell.y * height];
    const seen = pageDocument.elementFromPoint(x, y);
    const isThere = seen === target || target.contains(seen);
    const pixel = canvas.getContext("2d")?.getImageData(x * pixels, y * pixels, 1, 1).data;
    landed.push({ ...cell, element: isThere ? pathOf(target) : null, hasHeat: (pixel?.[3] ?? 0) > 0 });
  }
  return landed;
}
