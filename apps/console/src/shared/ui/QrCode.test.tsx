import jsQR from "jsqr";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { drawQrCode, QrCode, type QrDrawing } from "./QrCode.tsx";

/** Pixels of a module, for the reader. */
const SCALE = 3;

const modulesOf = ({ path }: QrDrawing) =>
  [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));

/** The text that a camera would read. */
function readCode(drawing: QrDrawing): string | undefined {
  const width = drawing.size * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const { x, y } of modulesOf(drawing))
    for (let row = 0; row < SCALE; row += 1) {
      const start = ((y * SCALE + row) * width + x * SCALE) * 4;
      for (let at = start; at < start + SCALE * 4; at += 4) pixels.fill(0, at, at + 3);
    }
  return jsQR(pixels, width, width)?.data;
}

describe("drawQrCode", () => {
  it.each([
    ["a link", "https://www.example.com/?utm_source=newsletter&utm_medium=email&utm_campaign=spring"],
    ["the key of an authenticator app", "otpauth://totp/Marquee:ann%40example.com?secret=JBSWY3DPEHPK3PXP"],
    ["other characters than ASCII", "Grüße, 東京 🌱 100%"],
    ["as many bytes as a code can hold", `https://www.example.com/${"x".repeat(2307)}`],
  ])("draws a code that can be read: %s", (_what, text) => {
    const drawing = drawQrCode(text);
    expect(drawing && readCode(drawing)).toBe(text);
  });

  it("leaves four blank modules on each side", () => {
    const drawing = drawQrCode("https://www.example.com/");
    const places = drawing ? modulesOf(drawing).flatMap(({ x, y }) => [x, y]) : [];
    expect([Math.min(...places), Math.max(...places)]).toEqual([4, (drawing?.size ?? 0) - 5]);
  });

  it.each(["x".repeat(2332), "ü".repeat(1166)])("returns null for a text that is too long", (text) => {
    expect(drawQrCode(text)).toBeNull();
  });
});

it("has a name, and dark modules on a light square", () => {
  const html = renderToStaticMarkup(
    <QrCode drawing={{ size: 9, path: "M4 4h1v1h-1z" }} label="QR code of the link" />,
  );
  expect(html).toMatch(/^<svg role="img" aria-label="QR code of the link" viewBox="0 0 9 9"/);
  expect(html).toContain('<rect width="9" height="9" fill="#fff"></rect><path d="M4 4h1v1h-1z" fill="#000">');
});
