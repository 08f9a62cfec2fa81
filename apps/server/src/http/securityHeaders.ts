import { createHash } from "node:crypto";
import type { ConsentProvider } from "@marquee/contract";
import { commonHeaders } from "./defaultHeaders.ts";

/** What a response may load and do, beyond the site's own origin. */
interface SecurityPolicy {
  /** Whole texts of the inline style elements that documents carry; each is allowed by its hash. */
  inlineStyles?: string[];
  /** True when visitors come over TLS: only then may browsers be told to insist on it. */
  isSecure: boolean;
  /** OneTrust's script needs hosts of its own, inline styles, and markup that no Trusted Type vouches for. */
  consentProvider?: ConsentProvider;
}

/** OneTrust's content delivery, and where its script asks for the region and keeps decisions. */
const ONETRUST_CDN = "https://cdn.cookielaw.org";
const ONETRUST_HOSTS = `${ONETRUST_CDN} https://geolocation.onetrust.com https://privacyportal.onetrust.com`;

/**
 * The headers every document is sent with: a Content-Security-Policy without `unsafe-inline`, Trusted Types,
 * HSTS behind TLS, and the usual refusals.
 */
export function securityHeaders(options: SecurityPolicy): Record<string, string> {
  const { isSecure, consentProvider } = options;
  const policy = [
    "default-src 'self'",
    ...(consentProvider?.name === "onetrust" ? oneTrustSources() : ownSources(options)),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ];
  return {
    ...commonHeaders(isSecure),
    "content-security-policy": policy.join("; "),
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "cross-origin-opener-policy": "same-origin",
  };
}

function ownSources({ inlineStyles = [] }: SecurityPolicy): string[] {
  const hashes = inlineStyles.map(
    (text) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  return [
    "script-src 'self'",
    `style-src 'self'${hashes.join("")}`,
    "img-src 'self' data:",
    "require-trusted-types-for 'script'",
  ];
}

/** A hash beside it would switch `unsafe-inline` off again (CSP level 3, section 6.7.3.2). */
function oneTrustSources(): string[] {
  return [
    `script-src 'self' ${ONETRUST_CDN}`,
    `style-src 'self' 'unsafe-inline' ${ONETRUST_CDN}`,
    `img-src 'self' data: ${ONETRUST_CDN}`,
    `connect-src 'self' ${ONETRUST_HOSTS}`,
  ];
}
