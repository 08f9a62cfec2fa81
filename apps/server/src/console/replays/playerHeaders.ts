/**
 * The player shows a page as the sender of a recording claims it was. The policy allows recorded styles,
 * inline ones too, and nothing else: no recorded scripts, forms, frames or base, and no requests except for
 * styles, images and fonts of this origin. Only the console may frame it. It needs its origin to access the
 * frame in which rrweb rebuilds the page, which has no scripts.
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
