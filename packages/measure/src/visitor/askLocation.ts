import { LOCATION_PATH } from "@marquee/contract";

/**
 * `GET /location`. @param endpoint origin of the server, or the empty string for the page's own.
 * @throws when there is no answer, or it is no JSON.
 */
export async function askLocation(endpoint: string): Promise<unknown> {
  const answer = await fetch(endpoint + LOCATION_PATH, { credentials: "omit", redirect: "error" });
  return answer.ok ? answer.json() : null;
}
