import { encodeValue, type ReadonlyDeep } from "@marquee/contract";
import type { ConsoleErrorBody, ConsoleRoute, ConsoleRouteTypes } from "@marquee/contract/schema";

const API = "/console/api";

export type RequestBody<Route extends ConsoleRoute> = ReadonlyDeep<ConsoleRouteTypes<Route>["body"]>;
export type ResponseOf<Route extends ConsoleRoute> = ConsoleRouteTypes<Route>["response"];

/** Routes whose response is binary. */
export type BinaryRoute = {
  [Route in ConsoleRoute]: ResponseOf<Route> extends Blob ? Route : never;
}[ConsoleRoute];

type Part = "params" | "query" | "body";
/** The inputs that a route takes. */
export type Input<Route extends ConsoleRoute> = {
  [Key in Part as ConsoleRouteTypes<Route>[Key] extends undefined ? never : Key]: ReadonlyDeep<
    ConsoleRouteTypes<Route>[Key]
  >;
} & { signal?: AbortSignal };
export type Rest<Route extends ConsoleRoute> =
  Record<never, never> extends Input<Route> ? [input?: Input<Route>] : [input: Input<Route>];

/** An error response of the server. Its message is written for people. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** Error code, or "" if the response did not come from the API. */
  readonly code: string;

  constructor(status: number, message: string, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Calls a route of the console's API, such as `request("GET /flags/:key", { params: { key } })`.
 * @throws {ApiError} for an error response, TypeError without a connection.
 */
export async function request<Route extends Exclude<ConsoleRoute, BinaryRoute>>(
  route: Route,
  ...[input]: Rest<Route>
): Promise<ResponseOf<Route>> {
  return requestJson(route, input);
}

/** Like {@link request}, for callers that have checked the input's type. */
export async function requestJson(route: ConsoleRoute, input?: AnyInput) {
  return (await send(route, input)).json();
}

/**
 * Calls a route with a binary response: a download, or segments of a replay.
 * @throws {ApiError} for an error response, TypeError without a connection.
 */
export async function requestBytes<Route extends BinaryRoute>(
  route: Route,
  ...[input]: Rest<Route>
): Promise<ArrayBuffer> {
  return (await send(route, input)).arrayBuffer();
}

/** URL of a route's event stream. */
export function streamUrl(route: "GET /live/stream"): string {
  return urlOf(route, {});
}

export interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, QueryValue | readonly QueryValue[]>;
  body?: unknown;
  signal?: AbortSignal;
}
type QueryValue = string | number | boolean | undefined;

/** Asks the person to confirm their identity. Resolves to false if they decline. */
type Prover = () => Promise<boolean>;
let prover: Prover | null = null;

/**
 * Sets the prompt used when a route requires recent confirmation of the person's identity. @returns the
 * cleanup.
 */
export function onProofRequired(prove: Prover): () => void {
  prover = prove;
  return () => {
    if (prover === prove) prover = null;
  };
}

/** Called with the routes whose responses a request has changed. */
type ChangeListener = (routes: readonly string[]) => void;
let changeListener: ChangeListener | null = null;

/** Sets the listener that refetches what requests have changed. @returns the cleanup. */
export function onChanged(listener: ChangeListener): () => void {
  changeListener = listener;
  return () => {
    if (changeListener === listener) changeListener = null;
  };
}

async function send(route: ConsoleRoute, input: AnyInput = {}): Promise<Response> {
  try {
    return await sendOnce(route, input);
  } catch (error) {
    const isUnproven = error instanceof ApiError && error.code === "proof_required";
    if (!isUnproven || !(await prover?.())) throw error;
    return sendOnce(route, input);
  }
}

async function sendOnce(route: ConsoleRoute, input: AnyInput): Promise<Response> {
  const [method = ""] = route.split(" ");
  const { body = {}, signal } = input;
  const sent =
    body instanceof Blob
      ? { headers: { "content-type": "application/octet-stream" }, body }
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(urlOf(route, input), {
    method,
    ...(signal && { signal }),
    ...(method !== "GET" && sent),
  });
  const changed = response.headers.get("x-invalidates");
  // Notify later, so that the caller continues first: it may close a view of something that no longer exists.
  if (changed !== null) setTimeout(() => changeListener?.(changed.split(", ")));
  if (response.ok) return response;
  const problem: ConsoleErrorBody | null = await response.json().catch(() => null);
  throw new ApiError(response.status, messageOf(problem, response.status), problem?.error.code);
}

function messageOf(problem: ConsoleErrorBody | null, status: number): string {
  if (!problem) return `The server responded with ${status}.`;
  const { message, requestId } = problem.error;
  return requestId ? `${message} Request ID: ${requestId}` : message;
}

/** URL of a route. Query parameters without a value are omitted. */
function urlOf(route: ConsoleRoute, { params = {}, query = {} }: AnyInput): string {
  const [, pattern = ""] = route.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeValue(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat())
      if (each !== undefined && each !== "") search.append(name, String(each));
  return search.size > 0 ? `${API}${path}?${search}` : API + path;
}
