import { trimTrailingSlashes } from "../http/trimTrailingSlashes.ts";

/** The URL of GrowthBook's API, and the client key of the SDK connection. */
export interface GrowthbookConfig {
  /** URL without a trailing slash; may have a path. */
  apiHost: string;
  clientKey: string;
}

/** Reads `GROWTHBOOK_*`; null if neither variable is set. Adds problems to `problems`. */
export function readGrowthbookConfig(
  env: Record<string, string | undefined>,
  problems: string[],
): GrowthbookConfig | null {
  const text = (name: string) => env[`GROWTHBOOK_${name}`]?.trim() ?? "";
  const apiHost = trimTrailingSlashes(text("API_HOST"));
  const clientKey = text("CLIENT_KEY");
  if (!apiHost && !clientKey) return null;
  if (!apiHost || !clientKey)
    problems.push("GROWTHBOOK_API_HOST and GROWTHBOOK_CLIENT_KEY must be set together: set both or neither.");
  else if (!/^https?:\/\//.test(apiHost) || !URL.canParse(apiHost))
    problems.push(`GROWTHBOOK_API_HOST=${apiHost}: use a URL such as https://cdn.growthbook.io.`);
  else if (!/^[\w-]{1,200}$/.test(clientKey))
    problems.push("GROWTHBOOK_CLIENT_KEY: use the client key of an SDK connection, such as sdk-abc123.");
  return { apiHost, clientKey };
}
