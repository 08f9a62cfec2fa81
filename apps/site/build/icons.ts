import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Plugin } from "vite";
import brand from "../../../content/brand.json" with { type: "json" };

/** A file that browsers request from the site's root. */
interface RootFile {
  mediaType: string;
  read(): Promise<Buffer>;
}

interface Icon {
  /** Side in pixels. */
  size: number;
  /** An opaque square, which the system crops to its own shape. */
  isFull: boolean;
  /** Share of the side that the favicon takes up if it has its own background, and if it does not. */
  scale: { filled: number; bare: number };
}

const FAVICON = join(import.meta.dirname, "../public/favicon.svg");
const AS_IS: Omit<Icon, "size"> = { isFull: false, scale: { filled: 1, bare: 1 } };
export const ICONS: Record<string, Icon> = {
  "apple-touch-icon.png": { size: 180, isFull: true, scale: { filled: 1, bare: 0.8 } },
  "icon-192.png": { size: 192, ...AS_IS },
  "icon-512.png": { size: 512, ...AS_IS },
  // All of it must be inside a circle of 80 % (https://www.w3.org/TR/appmanifest/#icon-masks).
  "icon-maskable.png": { size: 512, isFull: true, scale: { filled: 0.8, bare: 0.56 } },
};
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };
/** At this many dots per inch, a unit of an SVG is one pixel. */
const SVG_DENSITY = 72;

/** Adds the touch icon, the manifest and its icons, which are all made of `favicon.svg` and `content/brand.json`. */
export function iconsPlugin(): Plugin {
  const files = rootFiles();
  return {
    name: "marquee:icons",
    async generateBundle() {
      for (const [fileName, { read }] of files)
        this.emitFile({ type: "asset", fileName, source: await read() });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = files.get(request.url?.slice(1) ?? "");
        if (!file) return next();
        file.read().then((body) => response.setHeader("content-type", file.mediaType).end(body), next);
      });
    },
  };
}

function rootFiles(): Map<string, RootFile> {
  const icons = Object.entries(ICONS).map(([name, icon]): [string, RootFile] => [
    name,
    { mediaType: "image/png", read: () => drawIcon(readFileSync(FAVICON), icon, brand.colors.background) },
  ]);
  const read = async () => Buffer.from(JSON.stringify(manifest()));
  return new Map([...icons, ["manifest.webmanifest", { mediaType: "application/manifest+json", read }]]);
}

/** @see https://www.w3.org/TR/appmanifest/ */
function manifest() {
  const icon = (name: string, purpose: "any" | "maskable") => {
    const size = ICONS[name]?.size;
    return { src: `/${name}`, sizes: `${size}x${size}`, type: "image/png", purpose };
  };
  return {
    name: brand.name,
    short_name: brand.name,
    description: brand.tagline,
    start_url: "/",
    // A website on the home screen, not an app: it keeps the address bar.
    display: "browser",
    theme_color: brand.colors.theme,
    background_color: brand.colors.background,
    icons: [icon("icon-192.png", "any"), icon("icon-512.png", "any"), icon("icon-maskable.png", "maskable")],
  };
}

/**
 * Draws an icon as PNG.
 * @param favicon an SVG with or without a background of its own
 * @param background color behind one without
 * @throws if it is not an SVG
 */
export async function drawIcon(favicon: Buffer, icon: Icon, background: string): Promise<Buffer> {
  const { size, isFull, scale } = icon;
  const faviconColor = await edgeColor(favicon);
  const inner = Math.round(size * (faviconColor ? scale.filled : scale.bare));
  const drawn = await (await rasterize(favicon, inner)).png().toBuffer();
  const color = isFull ? (faviconColor ?? background) : TRANSPARENT;
  return sharp({ create: { width: size, height: size, channels: 4, background: color } })
    .composite([{ input: drawn }])
    .png({ palette: true })
    .toBuffer();
}

/** The color along all four edges, except near the corners, which may be round; null if it differs or is transparent there. */
async function edgeColor(favicon: Buffer): Promise<string | null> {
  const side = 64;
  const pixels = await (await rasterize(favicon, side)).ensureAlpha().raw().toBuffer();
  const colorAt = (x: number, y: number) => {
    const at = (y * side + x) * 4;
    return pixels.subarray(at, at + 4).toString("hex");
  };
  const [near, far] = [1, side - 2];
  const edges = [side / 4, side / 2, (side * 3) / 4].flatMap((along) => [
    colorAt(along, near),
    colorAt(along, far),
    colorAt(near, along),
    colorAt(far, along),
  ]);
  const [first = ""] = edges;
  const isOpaque = first.endsWith("ff");
  return isOpaque && edges.every((color) => color === first) ? `#${first.slice(0, 6)}` : null;
}

/** The favicon in the middle of a transparent square. */
async function rasterize(favicon: Buffer, side: number): Promise<Sharp> {
  const { width, height, format } = await sharp(favicon).metadata();
  if (format !== "svg") throw new Error("apps/site/public/favicon.svg is not an SVG.");
  const density = (SVG_DENSITY * side) / Math.max(width, height);
  return sharp(favicon, { density }).resize(side, side, { fit: "contain", background: TRANSPARENT });
}
