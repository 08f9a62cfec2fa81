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

/** Key of a route's answers in the cache. Without `input`, of all its answers. */
export const routeKey = (route: ConsoleRoute, ...input: readonly unknown[]): QueryKey => [route, ...input];

interface RouteOptions<Route extends JsonRoute, Data>
  extends Omit<UseQueryOptions<ResponseOf<Route>, Error, Data>, "queryKey" | "queryFn"> {
  /** What an input depends on that is made when the route is asked. */
  key?: QueryKey;
}

type Given<Route extends JsonRoute> = Input<Route> | (() => Input<Route>);
type Rest<Route extends JsonRoute, Data> =
  Record<never, never> extends Input<Route>
    ? [input?: Given<Route>, options?: RouteOptions<Route, Data>]
    : [input: Given<Route>, options?: RouteOptions<Route, Data>];

/**
 * The answer of a route of the console's API, cached by its input, such as `useRoute("GET /flags/:key", { params: { key } })`. It is loaded again after a request
 * whose row in `CONSOLE_API` says that it changes the answer.
 */
export function useRoute<Route extends JsonRoute, Data = ResponseOf<Route>>(
  route: Route,
  ...[input, options]: Rest<Route, Data>
): UseQueryResult<Data> {
  return useQuery({ ...options, ...cachedRequest<ResponseOf<Route>>(route, input, options?.key) });
}

/** As {@link useRoute}, for functions that take the options of a query. */
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

/** Loads answers again, by the names of their routes. What ends in a star is the beginning of several. */
export function reload(queries: QueryClient, ...patterns: readonly string[]): Promise<void> {
  const isMatch = (route: string) =>
    patterns.some((pattern) =>
      pattern.endsWith("*") ? route.startsWith(pattern.slice(0, -1)) : route === pattern,
    );
  return queries.invalidateQueries({ predicate: ({ queryKey: [route] }) => isMatch(String(route)) });
}
