import type { EventResponse, EventSearchResponse } from "@marquee/contract/schema";
import type { APIRequestContext, BrowserContext } from "@playwright/test";
import { askScreen } from "./consoleApi.ts";
import { OWNER } from "./owner.ts";

const API = "/console/api";

/** Signs a request context in to the console's API. */
export async function signInByApi(request: APIRequestContext, baseURL: string | undefined): Promise<void> {
  await request.post(`${API}/sign-in`, { data: OWNER, headers: { origin: baseURL ?? "" } });
}

/** Stored track events of one name. Events sent while the page unloads can only be checked here. */
export async function storedEvents(
  request: APIRequestContext,
  visitor: BrowserContext,
  name: string,
): Promise<EventResponse[]> {
  const cookies = await visitor.cookies();
  const person = cookies.find((cookie) => cookie.name === "ajs_anonymous_id")?.value ?? "nobody";
  const { events } = await askScreen<EventSearchResponse>(request, "events", {
    filters: [["is", "event:name", [name]]],
    person,
  });
  const answers = events.map(({ messageId }) => request.get(`${API}/events/${messageId}`));
  return Promise.all((await Promise.all(answers)).map((answer) => answer.json() as Promise<EventResponse>));
}
