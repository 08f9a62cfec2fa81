import type { SessionResponse } from "@marquee/contract/schema";
import { type Query, type QueryClient, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, request } from "../shared/api/request.ts";

/** The signed-in account, and whether its session has just ended. */
export type Session = SessionResponse & { hasEnded?: boolean };

/** The current session. Never refetched on its own: any other response shows when the session has ended. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: (): Promise<Session> => request("GET /session"),
  staleTime: Number.POSITIVE_INFINITY,
});

const SESSION = sessionQuery.queryKey;

/** Removes all cached data except the session. */
export function clearPersonalData(queries: QueryClient): void {
  queries.removeQueries({ predicate: isPersonal });
}

/** Watches every response for an ended session or for required two-factor setup. After setup, the screen loads again. */
export function useSignOutOnExpiry(queries: QueryClient): void {
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state;
        if (!isPersonal(query) || !(error instanceof ApiError)) return;
        if (error.code === "two_factor_required") {
          queries.setQueryData(SESSION, (session?: SessionResponse) =>
            session?.account ? { ...session, mustSetUpTwoFactor: true } : session,
          );
          queries.removeQueries({ queryKey: query.queryKey });
        } else if (error.status === 401) {
          queries.setQueryData(SESSION, (session?: Session) =>
            session?.account ? { account: null, hasEnded: true } : session,
          );
          // The next account to sign in must not see this account's data.
          clearPersonalData(queries);
        }
      }),
    [queries],
  );
}

/** Every query except the session holds data of the signed-in account. */
function isPersonal({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey[0] !== SESSION[0];
}
