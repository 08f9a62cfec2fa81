import { Button } from "@marquee/ui";
import { Download } from "lucide-react";
import qrcode from "qrcode-generator";
import { useMemo } from "react";
import { download } from "../../shared/ui/download.ts";

/** Empty modules around the code, as the standard wants. */
const MARGIN = 4;
const PNG_SCALE = 16;

interface QrCodeProps {
  url: string;
  /** Of downloaded files, without an ending. */
  fileName: string;
}

/** A QR code of a URL, to print or download. It is dark on light in both themes, because not every reader knows the opposite. */
export function QrCode({ url, fileName }: QrCodeProps) {
  const { size, path } = useMemo(() => drawCode(url), [url]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return (
    <div>
      <svg
        role="img"
        aria-label="QR code of the link"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="w-full max-w-44 rounded-sm border border-hairline"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <div className="mt-2 flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => download(new Blob([svg], { type: "image/svg+xml" }), `${fileName}.svg`)}
        >
          <Download aria-hidden="true" className="size-4" />
          SVG
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void downloadPng({ size, path }, `${fileName}.png`)}
        >
          <Download aria-hidden="true" className="size-4" />
          PNG
        </Button>
      </div>
    </div>
  );
}

interface Code {
  /** Modules in a row, with the margin. */
  size: number;
  /** Dark modules, as a path. */
  path: string;
}

function drawCode(url: string): Code {
  const code = qrcode(0, "M");
  code.addData(url);
  code.make();
  const count = code.getModuleCount();
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (_, column) =>
      code.isDark(row, column) ? `M${column + MARGIN} ${row + MARGIN}h1v1h-1z` : "",
    ).join(""),
  );
  return { size: count + 2 * MARGIN, path: rows.join("") };
}

async function downloadPng({ size, path }: Code, name: string): Promise<void> {
  const canvas = new OffscreenCanvas(size * PNG_SCALE, size * PNG_SCALE);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(PNG_SCALE, PNG_SCALE);
  context.fillStyle = "#000";
  context.fill(new Path2D(path));
  download(await canvas.convertToBlob({ type: "image/png" }), name);
}
