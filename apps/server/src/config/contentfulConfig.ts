/** Where pages are fetched from. */
export interface ContentfulConfig {
  spaceId: string;
  accessToken: string;
  environment: string;
  contentType: string;
  /** Origin of the Content Delivery API, without a trailing slash. */
  origin: string;
}

const DEFAULT_ORIGIN = "https://cdn.contentful.com";

/** Reads `CONTENTFUL_*`; null when neither space nor token is set. Adds problems to `problems`. */
export function readContentfulConfig(
  env: Record<string, string | undefined>,
  problems: string[],
): ContentfulConfig | null {
  const text = (name: string) => env[`CONTENTFUL_${name}`]?.trim() ?? "";
  const spaceId = text("SPACE_ID");
  const accessToken = text("ACCESS_TOKEN");
  if (!spaceId && !accessToken) return null;
  if (!spaceId || !accessToken) {
    problems.push(
      "CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN must be set together: set both or neither.",
    );
    return null;
  }
  return {
    spaceId,
    accessToken,
    environment: text("ENVIRONMENT") || "master",
    contentType: text("CONTENT_TYPE") || "page",
    origin: readOrigin(text("HOST"), problems),
  };
}

/** A host name means HTTPS. An origin is used as it is, for internal proxies. */
function readOrigin(host: string, problems: string[]): string {
  if (!host) return DEFAULT_ORIGIN;
  const address = /^https?:\/\//.test(host) ? host : `https://${host}`;
  if (URL.canParse(address) && new URL(address).pathname === "/") return new URL(address).origin;
  problems.push(`CONTENTFUL_HOST=${host}: use a host such as cdn.eu.contentful.com, or an origin.`);
  return DEFAULT_ORIGIN;
}
