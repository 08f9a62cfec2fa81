/** Of what a build of ours writes. */
const MEDIA_TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  map: "application/json",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  woff: "font/woff",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
  txt: "text/plain; charset=utf-8",
};

/** The media type of a file, by its name. */
export function mediaTypeOf(name: string): string {
  return MEDIA_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
}
