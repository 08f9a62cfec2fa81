import { CARD_SIZE, type PageCard } from "@marquee/contract";

/** Color tokens of packages/ui (light theme) in sRGB, because the renderer does not support OKLCH. */
export const COLORS = {
  background: "#fbfaf6",
  ink: "#0d1f16",
  muted: "#4c5d53",
  hairline: "#d9dcd3",
  sun: "#f2cf3b",
  leaf: "#137d41",
  iris: "#734ac3",
} as const;

/** Positions of the trellis lines, in pixels. Text is left of the first column, the headline between the first and last row. */
export const TRELLIS = { left: 72, columns: [840, 984, 1128], rows: [126, 252, 378, 504] } as const;

/** The background, trellis lines, climbing shoot and logo, as SVG elements. */
export function drawBackground(accent: PageCard["accent"]): string {
  const { width, height } = CARD_SIZE;
  const color = COLORS[accent];
  return [
    `<rect width="${width}" height="${height}" fill="${COLORS.background}"/>`,
    `<path d="${trellisPath()}" stroke="${COLORS.hairline}" stroke-width="2"/>`,
    `<g fill="none" stroke-linecap="round" stroke-width="12" stroke="${color}">`,
    '<path d="M840 660C840 504 984 520 984 378C984 236 1128 268 1128 126"/>',
    '<path d="M984 378C984 300 840 330 840 252"/>',
    "</g>",
    `<circle cx="1128" cy="126" r="22" fill="${color}"/>`,
    `<circle cx="984" cy="378" r="13" fill="${color}"/>`,
    `<circle cx="840" cy="252" r="18" fill="${COLORS.sun}"/>`,
    drawLogo(),
  ].join("");
}

/** The brand's logo, as in the header of every page. */
function drawLogo(): string {
  const { ink, leaf } = COLORS;
  return [
    '<g transform="translate(94 39) scale(1.5)" fill="none" stroke-linecap="round">',
    `<path d="M10 3v26M22 3v26M3 11h26M3 21h26" stroke="${ink}" stroke-opacity=".25" stroke-width="1.5"/>`,
    `<path d="M10 29c0-8 12-8 12-18" stroke="${leaf}" stroke-width="3"/>`,
    `<circle cx="22" cy="11" r="3.2" fill="${leaf}"/></g>`,
  ].join("");
}

function trellisPath(): string {
  const across = TRELLIS.rows.map((y) => `M0 ${y}H${CARD_SIZE.width}`);
  const [first, ...remaining] = across;
  const [last, ...inner] = remaining.reverse();
  const cells = inner.map((line) => line.replace("M0", `M${TRELLIS.columns[0]}`));
  const down = [TRELLIS.left, ...TRELLIS.columns].map((x) => `M${x} 0V${CARD_SIZE.height}`);
  return [first, last, ...cells, ...down].join("");
}
