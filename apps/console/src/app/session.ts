import type { SessionResponse } from "@marquee/contract/schema";
import { type Query, type QueryClient, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, request } from "../shared/api/request.ts";

/** Who is signed in, and whether a session ended a moment ago on another screen. */
export type Session = SessionResponse & { hasEnded?: boolean };

/** Who is signed in. Every other response tells when that has ended. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: (): Promise<Session> => request("GET /session"),
  staleTime: Number.POSITIVE_INFINITY,
});

const SESSION = sessionQuery.queryKey;

/** Forgets everything that was read for one person. */
export function clearPersonalData(queries: QueryClient): void {
  queries.removeQueries({ predicate: isPersonal });
}

/** Watches every response for the end of the session, or for two-factor authentication that must be set up first; the screen comes back after that. */
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
          // The next person to sign in must not see what was read for this one.
          clearPersonalData(queries);
        }
      }),
    [queries],
  );
}

/** Everything but the session itself was read for one person. */
function isPersonal({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey[0] !== SESSION[0];
}
