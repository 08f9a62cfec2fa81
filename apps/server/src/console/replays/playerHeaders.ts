/**
 * The player's document shows what a page of ours looked like, as whoever can send a recording says it did. Recorded styles apply, be they inline;
 * nothing else does: no recorded script, form, frame or base, no request but for styles, images and fonts of this origin. Only the console may
 * frame it. It needs its origin to reach into the frame in which rrweb rebuilds a page, which has no scripts.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "sandbox allow-scripts allow-same-origin",
];

export const playerHeaders = {
  "content-security-policy": POLICY.join("; "),
  "cache-control": "no-cache",
  "referrer-policy": "no-referrer",
  // No policy covers the look-up of the hosts that recorded links name.
  "x-dns-prefetch-control": "off",
};
