import { ONE_DAY, writeDay } from "@marquee/contract";
import type { SessionResponse } from "@marquee/contract/schema";
import { type APIRequestContext, type APIResponse, expect, request } from "@playwright/test";
import { OWNER } from "./owner.ts";
import type { StartedSite } from "./startSite.ts";

/** The console's API, used by the owner. */
export interface ConsoleApi {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: object): Promise<Answer>;
  put<Answer>(path: string, body: object): Promise<Answer>;
  /** A screen's data of yesterday, today and tomorrow, because tests may run over midnight. */
  ask<Answer>(screen: string, question?: object): Promise<Answer>;
  /** Requests outside the API, by full path; error responses included. */
  read(path: string): Promise<APIResponse>;
  dispose(): Promise<void>;
}

/** What {@link ConsoleApi.ask} asks, with the session of a browser context. */
export async function askScreen<Answer>(
  request: APIRequestContext,
  screen: string,
  question: object = {},
): Promise<Answer> {
  const session = await request.get("/console/api/session");
  const { site } = (await session.json()) as SessionResponse;
  const date_range = [-ONE_DAY, ONE_DAY].map((offset) => writeDay(Date.now() + offset));
  const answer = await request.post(`/console/api/query/${screen}`, {
    headers: { origin: new URL(session.url()).origin },
    data: { site_id: site?.id, date_range, ...question },
  });
  expect(answer.ok(), `${screen}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Signs the owner in. Any rejected request fails the test. */
export async function signInToApi({ url }: StartedSite): Promise<ConsoleApi> {
  const context = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  const send = async <Answer>(method: "get" | "post" | "put", path: string, data?: object) => {
    const answer = await context[method](`/console/api${path}`, data && { data });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Answer;
  };
  await send("post", "/sign-in", OWNER);
  return {
    get: (path) => send("get", path),
    post: (path, body) => send("post", path, body),
    put: (path, body) => send("put", path, body),
    ask: (screen, question) => askScreen(context, screen, question),
    read: (path) => context.get(path),
    dispose: () => (context satisfies APIRequestContext).dispose(),
  };
}
