import type { ConsoleRoute } from "@marquee/contract/schema";
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import {
  type AnyInput,
  type BinaryRoute,
  type Input,
  type ResponseOf,
  type Rest as RouteInput,
  requestJson,
} from "./request.ts";

type JsonRoute = Exclude<ConsoleRoute, BinaryRoute>;

/** Cache key of a route's response; without `input`, of all its responses. */
export const routeKey = (route: ConsoleRoute, ...input: readonly unknown[]): QueryKey => [route, ...input];

interface RouteOptions<Route extends JsonRoute, Data>
  extends Omit<UseQueryOptions<ResponseOf<Route>, Error, Data>, "queryKey" | "queryFn"> {
  /** Cache key for an input that is created per request because it contains the current time. */
  key?: QueryKey;
}

type LazyInput<Route extends JsonRoute> = Input<Route> | (() => Input<Route>);
type Rest<Route extends JsonRoute, Data> =
  Record<never, never> extends Input<Route>
    ? [input?: LazyInput<Route>, options?: RouteOptions<Route, Data>]
    : [input: LazyInput<Route>, options?: RouteOptions<Route, Data>];

/**
 * The response of a route of the console's API, cached by its input, such as `useRoute("GET /flags/:key", { params: { key } })`. It is refetched after a request
 * whose row in `CONSOLE_API` says that it changes the response.
 */
export function useRoute<Route extends JsonRoute, Data = ResponseOf<Route>>(
  route: Route,
  ...[input, options]: Rest<Route, Data>
): UseQueryResult<Data> {
  return useQuery({ ...options, ...cachedRequest<ResponseOf<Route>>(route, input, options?.key) });
}

/** Like {@link useRoute}, as options for functions that expect a query. */
export const routeQuery = <Route extends JsonRoute>(route: Route, ...[input]: RouteInput<Route>) =>
  queryOptions(cachedRequest<ResponseOf<Route>>(route, input));

function cachedRequest<Response>(route: JsonRoute, input?: AnyInput | (() => AnyInput), key?: QueryKey) {
  const inputNow = () => (typeof input === "function" ? input() : input);
  const isEmpty = input === undefined || (typeof input === "object" && Object.keys(input).length === 0);
  return {
    queryKey: routeKey(route, ...(key ?? (isEmpty ? [] : [inputNow()]))),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Response> =>
      requestJson(route, { ...inputNow(), signal }),
  };
}

/** Refetches responses by route name. A trailing star matches all routes with that prefix. */
export function reload(queries: QueryClient, ...patterns: readonly string[]): Promise<void> {
  const isMatch = (route: string) =>
    patterns.some((pattern) =>
      pattern.endsWith("*") ? route.startsWith(pattern.slice(0, -1)) : route === pattern,
    );
  return queries.invalidateQueries({ predicate: ({ queryKey: [route] }) => isMatch(String(route)) });
}
