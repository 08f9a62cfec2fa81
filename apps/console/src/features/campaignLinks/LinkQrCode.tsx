import { Button } from "@marquee/ui";
import { Download } from "lucide-react";
import { useMemo } from "react";
import { download } from "../../shared/ui/download.ts";
import { drawQrCode, QrCode, type QrDrawing } from "../../shared/ui/QrCode.tsx";

const PNG_SCALE = 16;

interface LinkQrCodeProps {
  url: string;
  /** Of downloaded files, without an ending. */
  fileName: string;
}

/** A QR code of a link, to print or download. */
export function LinkQrCode({ url, fileName }: LinkQrCodeProps) {
  const drawing = useMemo(() => drawQrCode(url), [url]);
  if (!drawing) return <p className="text-ink-muted text-xs">This link is too long for a QR code.</p>;
  return (
    <div>
      <QrCode drawing={drawing} label="QR code of the link" />
      <div className="mt-2 flex gap-2">
        <Button variant="secondary" size="sm" onClick={() => downloadSvg(drawing, `${fileName}.svg`)}>
          <Download aria-hidden="true" className="size-4" />
          SVG
        </Button>
        <Button variant="secondary" size="sm" onClick={() => void downloadPng(drawing, `${fileName}.png`)}>
          <Download aria-hidden="true" className="size-4" />
          PNG
        </Button>
      </div>
    </div>
  );
}

function downloadSvg({ size, path }: QrDrawing, name: string): void {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  download(new Blob([svg], { type: "image/svg+xml" }), name);
}

async function downloadPng({ size, path }: QrDrawing, name: string): Promise<void> {
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
