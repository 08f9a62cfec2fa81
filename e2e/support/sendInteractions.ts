import {
  type ClickRecord,
  type InteractionBody,
  PAGE_VERSION_HEADER,
  REPLAY_PATH,
  REPLAY_TYPES,
  type ScrollRecord,
} from "@marquee/contract";
import { type APIRequestContext, expect } from "@playwright/test";

/** The version with which a page is currently served. */
export async function pageVersionOf(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path)).headers()[PAGE_VERSION_HEADER] ?? "";
}

/** Sends a visitor's clicks and scrolling as the browser would. */
export async function sendInteractions(
  request: APIRequestContext,
  visitor: string,
  events: readonly (ClickRecord | ScrollRecord)[],
): Promise<void> {
  const query = new URLSearchParams({
    device_id: visitor,
    session_id: String(Date.now()),
    type: REPLAY_TYPES.interaction,
    api_key: "local",
  });
  const body: InteractionBody = { version: 1, id: crypto.randomUUID(), events };
  const answer = await request.post(`${REPLAY_PATH}?${query}`, { data: JSON.stringify(body) });
  expect(answer.ok(), await answer.text()).toBe(true);
}
