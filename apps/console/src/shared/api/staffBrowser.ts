import { type Counting, STAFF_BROWSER_PATH } from "@marquee/contract/schema";
import { ApiError } from "./request.ts";
import { siteUrl } from "./siteUrl.ts";

/**
 * Reads or changes the site's state for this browser, if the console has its own host.
 * @throws {ApiError} for an error response, TypeError without a connection.
 */
export async function askSite(
  change?: Partial<Record<"isSignedIn" | "isCounted", boolean>>,
): Promise<Counting> {
  const query = change
    ? `?${new URLSearchParams(Object.entries(change).map(([name, is]) => [name, String(is)]))}`
    : "";
  const response = await fetch(siteUrl() + STAFF_BROWSER_PATH + query, {
    method: change ? "POST" : "GET",
    credentials: "include",
    keepalive: change !== undefined,
  });
  if (!response.ok) throw new ApiError(response.status, `The site responded with ${response.status}.`);
  return response.json();
}
