import { type KeptParameters, redactReferrer, redactUrl } from "@marquee/contract";

/** Attributes of the page, by the names of our own pages and of GrowthBook's SDKs. */
const PAGE_ATTRIBUTES = ["url", "pathName", "path", "query", "search"];

/** The attributes for rules: URLs without email addresses and secrets, and only origin and path of a foreign referrer. */
export function redactAttributes<Attributes extends Record<string, unknown>>(
  attributes: Attributes,
  parameters: KeptParameters,
): Attributes {
  const redacted: Record<string, unknown> = { ...attributes };
  for (const name of PAGE_ATTRIBUTES) {
    const address = attributes[name];
    if (typeof address === "string") redacted[name] = redactUrl(address, parameters);
  }
  const { url, referrer } = attributes;
  if (typeof referrer === "string")
    redacted.referrer = redactReferrer(referrer, (host) => host === hostOf(url), parameters);
  return redacted as Attributes;
}

function hostOf(url: unknown): string | null {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).host : null;
}
