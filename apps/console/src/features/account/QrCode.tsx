import { encode } from "uqr";

/** Modules of free space around, which scanners need (ISO/IEC 18004, section 9.1). */
const QUIET_ZONE = 4;
/** A whole number keeps every module equally large. */
const PIXELS = 4;

/** A text for a camera. It is drawn here: what it says reaches no other server. Black on white in both themes, as cameras need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      width={size * PIXELS}
      height={size * PIXELS}
      className="rounded-sm border border-hairline"
    >
      <rect width={size} height={size} fill="white" />
      <path d={modules.join("")} fill="black" />
    </svg>
  );
}
