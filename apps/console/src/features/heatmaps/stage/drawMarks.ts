const INK = "oklch(0.22 0.03 160)";
const PAPER = "oklch(0.99 0.005 95)";
const FONT = '600 11px "Instrument Sans Variable", sans-serif';
const BADGE = 9;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Outlines an element, so that it is seen on every ground. Units are CSS pixels. */
export function drawOutline(context: CanvasRenderingContext2D, { left, top, width, height }: Box): void {
  for (const [color, line] of [[PAPER, 5] as const, [INK, 2.5] as const]) {
    context.strokeStyle = color;
    context.lineWidth = line;
    context.strokeRect(left - 2, top - 2, width + 4, height + 4);
  }
}

/** Numbers an element at its left and top edge, as the table beside the page does. */
export function drawNumber(context: CanvasRenderingContext2D, { left, top }: Box, number: number): void {
  const [x, y] = [Math.max(BADGE + 1, left), Math.max(BADGE + 1, top)];
  context.beginPath();
  context.arc(x, y, BADGE, 0, 2 * Math.PI);
  context.fillStyle = INK;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = PAPER;
  context.stroke();
  context.fillStyle = PAPER;
  context.font = FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(number), x, y + 0.5);
}
