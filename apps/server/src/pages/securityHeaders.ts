import { createHash } from "node:crypto";
import { ONE_SECOND, ONE_YEAR } from "@marquee/contract";

/** What a response may load and do, beyond the site's own origin. */
interface SecurityPolicy {
  /** Whole texts of the inline style elements that documents carry; each is allowed by its hash. */
  inlineStyles?: string[];
  /** True when visitors come over TLS: only then may browsers be told to insist on it. */
  isSecure: boolean;
}

/**
 * The headers every document is sent with: a Content-Security-Policy without `unsafe-inline`, Trusted Types,
 * HSTS behind TLS, and the usual refusals.
 */
export function securityHeaders({ inlineStyles = [], isSecure }: SecurityPolicy): Record<string, string> {
  const styleHashes = inlineStyles.map(
    (text) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${styleHashes.join("")}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "cross-origin-opener-policy": "same-origin",
    ...(isSecure
      ? { "strict-transport-security": `max-age=${(2 * ONE_YEAR) / ONE_SECOND}; includeSubDomains` }
      : {}),
  };
}
