import type {
  ConsoleErrorBody,
  LiveAnswer,
  OverviewAnswer,
  OverviewQuery,
  SessionAnswer,
} from "@marquee/contract/schema";

const API = "/console/api";

/** What the server refused, in its own words, which are meant to be shown. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The console's API. Every call rejects with an {@link ApiError}, or a TypeError when there is no connection. */
export const api = {
  session: () => get<SessionAnswer>("/session"),
  setUp: (body: { token: string; email: string; password: string }) => post<SessionAnswer>("/setup", body),
  signIn: (body: { email: string; password: string }) => post<SessionAnswer>("/sign-in", body),
  signOut: () => post<SessionAnswer>("/sign-out", {}),
  overview: ({ from, to, interval, tz }: OverviewQuery) =>
    get<OverviewAnswer>(`/overview?${new URLSearchParams({ from: `${from}`, to: `${to}`, interval, tz })}`),
  live: () => get<LiveAnswer>("/live"),
};

export const LIVE_STREAM = `${API}/live/stream`;

function get<Answer>(path: string): Promise<Answer> {
  return request<Answer>(path, {});
}

function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  return request<Answer>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function request<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(API + path, init);
  if (response.ok) return (await response.json()) as Answer;
  const body = (await response.json().catch(() => null)) as ConsoleErrorBody | null;
  throw new ApiError(response.status, body?.error.message ?? `The server answered ${response.status}.`);
}
