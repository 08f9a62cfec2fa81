/** The Contentful space, environment and content type that pages are fetched from. */
export interface ContentfulConfig {
  spaceId: string;
  accessToken: string;
  environment: string;
  contentType: string;
  /** Origin of the Content Delivery API, without a trailing slash. */
  origin: string;
}

const DEFAULT_ORIGIN = "https://cdn.contentful.com";

/** Reads `CONTENTFUL_*`; null unless both space and token are set. Adds problems to `problems`. */
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

/** A bare host name implies https. A full origin is used as is, which allows http for internal proxies. */
function readOrigin(host: string, problems: string[]): string {
  if (!host) return DEFAULT_ORIGIN;
  const address = /^https?:\/\//.test(host) ? host : `https://${host}`;
  if (URL.canParse(address) && new URL(address).pathname === "/") return new URL(address).origin;
  problems.push(`CONTENTFUL_HOST=${host}: use a host such as cdn.eu.contentful.com, or an origin.`);
  return DEFAULT_ORIGIN;
}
