import type { ClickCell } from "@marquee/contract/schema";
import type { Page } from "@playwright/test";
import { elementPath } from "./elementPath.ts";

/** Where a cell of clicks is drawn. */
export interface LandedCell extends ClickCell {
  /** Path of its element, as `elementPath` writes it; null where it is not at that place. */
  element: string | null;
  /** Whether the drawing shows heat at that place. */
  hasHeat: boolean;
}

/** Brings each cell into sight on the screen of a heatmap and looks what is there. */
export function readHeatmapCells(page: Page, cells: readonly ClickCell[]): Promise<LandedCell[]> {
  return page.evaluate(`(${look})(${JSON.stringify(cells)}, ${elementPath})`);
}

/** Runs in the console, so that it needs nothing from outside. */
async function look(cells: readonly ClickCell[], pathOf: typeof elementPath): Promise<LandedCell[]> {
  const frame = document.querySelector<HTMLIFrameElement>("main iframe");
  const canvas = document.querySelector<HTMLCanvasElement>("main canvas");
  const container = frame?.closest("section");
  const [kept, view] = [frame?.contentDocument, frame?.contentWindow];
  if (!frame || !canvas || !container || !kept || !view) throw new Error("No page is drawn.");
  const scale = frame.getBoundingClientRect().width / frame.offsetWidth;
  const pixels = scale * devicePixelRatio;
  const landed: LandedCell[] = [];
  for (const cell of cells) {
    const target = kept.querySelector(cell.selector);
    const box = target?.getBoundingClientRect();
    if (!target || !box) {
      landed.push({ ...cell, element: null, hasHeat: false });
      continue;
    }
    container.scrollTop += (box.top + cell.y * box.height - view.innerHeight / 2) * scale;
    // What scrolls is told, and drawn, before what waits for the frame.
    await new Promise((done) => requestAnimationFrame(done));
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + cell.x * width, top + cell.y * height];
    const seen = kept.elementFromPoint(x, y);
    const isThere = seen === target || target.contains(seen);
    const pixel = canvas.getContext("2d")?.getImageData(x * pixels, y * pixels, 1, 1).data;
    landed.push({ ...cell, element: isThere ? pathOf(target) : null, hasHeat: (pixel?.[3] ?? 0) > 0 });
  }
  return landed;
}
