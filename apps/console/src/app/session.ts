import type { SessionResponse } from "@marquee/contract/schema";
import { type Query, type QueryClient, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { setOwnHosts } from "../shared/address/ownHosts.ts";
import { ApiError, request } from "../shared/api/request.ts";
import { setSiteUrl } from "../shared/api/siteUrl.ts";
import { routeKey } from "../shared/api/useRoute.ts";
import { keepDrafts } from "../shared/draft/keptDrafts.ts";
import { setSiteTime } from "../shared/format/siteTime.ts";
import { setSiteId } from "../shared/query/siteId.ts";
import { forgetSearches } from "../shared/ui/lastSearch.ts";

/** The signed-in account, and whether its session has just ended. */
export type Session = SessionResponse & { hasEnded?: boolean };

/**
 * The current session. Never refetched automatically: any other response shows when the session has ended.
 */
export const sessionQuery = queryOptions({
  queryKey: routeKey("GET /session"),
  queryFn: async (): Promise<Session> => applySite(await request("GET /session")),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Applies the site of a session, which determines every time, query and link on a screen. Called before the session is cached, so before anything
 * renders with it.
 */
export function applySite(session: Session): Session {
  const { site, siteUrl } = session;
  if (siteUrl !== undefined) setSiteUrl(siteUrl);
  if (site) {
    setSiteTime(site);
    setSiteId(site.id);
    setOwnHosts(site.ownHosts);
  }
  return session;
}

const SESSION = sessionQuery.queryKey;

/** Removes All cached data except the session. */
export function clearPersonalData(queries: QueryClient): void {
  queries.removeQueries({ predicate: isPersonal });
  forgetSearches();
}

/**
 * Watches every response for an ended session or for required two-factor setup. After signing in or setup, the screen loads again, with unsaved
 * changes.
 */
export function useSignOutOnExpiry(queries: QueryClient): void {
  useEffect(() => {
    const unsubscribers = [
      queries.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state;
        if (!isPersonal(query) || !(error instanceof ApiError)) return;
        if (error.code === "two_factor_required") {
          replaceScreen(queries, (session) => ({ ...session, mustSetUpTwoFactor: true }));
          queries.removeQueries({ queryKey: query.queryKey });
        } else if (error.status === 401) endSession(queries);
      }),
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        const error = mutation?.state.error;
        if (type !== "updated" || !(error instanceof ApiError) || error.status !== 401) return;
        // A mutation may also fail because of a wrong code or passkey, so ask for the session.
        void request("GET /session").then(
          ({ account }) => account ?? endSession(queries),
          () => undefined,
        );
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [queries]);
}

function endSession(queries: QueryClient): void {
  replaceScreen(queries, () => ({ account: null, hasEnded: true }));
  // The next account to sign in must not see this account's data.
  clearPersonalData(queries);
}

/** Replaces the screen and keeps its unsaved changes. Does nothing if no one is signed in. */
function replaceScreen(queries: QueryClient, next: (session: Session) => Session): void {
  const session = queries.getQueryData<Session>(SESSION);
  if (!session?.account) return;
  keepDrafts(session.account.email);
  queries.setQueryData(SESSION, next(session));
}

/** Every query except the session holds data of the signed-in account. */
function isPersonal({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey[0] !== SESSION[0];
}
