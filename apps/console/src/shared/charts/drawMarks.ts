import type uPlot from "uplot";
import type { ChartMark } from "./SeriesChart.tsx";

interface MarkStyle {
  starts: readonly number[];
  marks: readonly ChartMark[];
  stroke: string;
  font: string;
}

/** Between two labels, and between a line and its label; CSS pixels. */
const GAP = 6;

/** Draws a dotted line at each mark, and its label above the figures where it has room beside the one before. */
export function drawMarks(chart: uPlot, { starts, marks, stroke, font }: MarkStyle): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const right = bbox.left + bbox.width;
  let end = Number.NEGATIVE_INFINITY;
  ctx.save();
  Object.assign(ctx, { strokeStyle: stroke, fillStyle: stroke, lineWidth: ratio, font: scaled(font, ratio) });
  Object.assign(ctx, { textAlign: "left", textBaseline: "alphabetic" });
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  for (const { index, label } of marks) {
    const x = Math.round(chart.valToPos((starts[index] ?? 0) / 1000, "x", true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top - GAP * ratio);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const { width } = ctx.measureText(label);
    const left = Math.min(Math.max(x - width / 2, bbox.left), right - width);
    if (left < end) continue;
    ctx.fillText(label, left, bbox.top - GAP * 1.5 * ratio);
    end = left + width + GAP * ratio;
  }
  ctx.restore();
}

function scaled(font: string, ratio: number): string {
  return font.replace(/^(\d+)px/, (_whole, size: string) => `${Number(size) * ratio}px`);
}
