import { encode } from "uqr";

/** Blank modules around a code. Scanners need them (ISO/IEC 18004, section 9.1). */
const MARGIN = 4;
/** Pixels per module. A whole number makes all modules the same size. */
const PIXELS = 4;
/** Capacity of the largest code at error correction level M (ISO/IEC 18004, table 7). */
const MAX_BYTES = 2331;

export interface QrDrawing {
  /** Modules in a row, with the margin. */
  size: number;
  /** Dark modules, as the path of an SVG. */
  path: string;
}

/**
 * Draws a text as a QR code, without a request to another service. @returns null if the text is too long for
 * one.
 */
export function drawQrCode(text: string): QrDrawing | null {
  if (new TextEncoder().encode(text).byteLength > MAX_BYTES) return null;
  const { data, size } = encode(text, { ecc: "M", border: MARGIN });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: modules.join("") };
}

interface QrCodeProps {
  drawing: QrDrawing;
  label: string;
}

/** Black on white in both themes, because some scanners cannot read inverted codes. */
export function QrCode({ drawing: { size, path }, label }: QrCodeProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      width={size * PIXELS}
      className="h-auto max-w-full rounded-sm border border-hairline"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
