import { decodeValue } from "@marquee/contract";
import type { SessionAnswer } from "@marquee/contract/schema";
import {
  type Query,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Route, Router, Switch } from "wouter";
import { Overview } from "../features/overview/Overview.tsx";
import { Setup } from "../features/setup/Setup.tsx";
import { SignIn } from "../features/sign-in/SignIn.tsx";
import { ApiError, api } from "../shared/api/api.ts";
import { Failure, Skeleton } from "../shared/ui/states.tsx";
import {
  Account,
  Banner,
  Changes,
  Consent,
  EditExperiment,
  Errors,
  EventDetails,
  Events,
  Experiment,
  Experiments,
  FlagEditor,
  Flags,
  Heatmaps,
  Join,
  Live,
  NewExperiment,
  People,
  PrivacyRequests,
  Quality,
  Recording,
  Replay,
  Replays,
  Rum,
  Speed,
  TwoFactorSetup,
} from "./lazyScreens.ts";
import { NoScreen } from "./NoScreen.tsx";
import { ScreenBoundary } from "./ScreenBoundary.tsx";
import { Shell } from "./Shell.tsx";
import { SignedInAlready } from "./SignedInAlready.tsx";
import { type Session, sessionQuery } from "./sessionQuery.ts";
import { startReplay } from "./startReplay.ts";

const SESSION = sessionQuery.queryKey;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server refuses stays refused; a lost connection may come back.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      networkMode: "always",
    },
  },
});

startReplay(client, location.pathname);

export function App() {
  return (
    <QueryClientProvider client={client}>
      <Router base="/console">
        <ScreenBoundary>
          <SessionGate />
        </ScreenBoundary>
      </Router>
    </QueryClientProvider>
  );
}

/** Asks who is here before anything else; without a session there is only signing in and, by its link, the first account. */
function SessionGate() {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const setSession = (answer: Session) => queries.setQueryData(SESSION, answer);
  useSignOutOnExpiry(queries);

  if (session.isPending) return <Skeleton className="m-6 h-8 w-40" />;
  if (session.isError) return <Failure error={session.error} onRetry={() => session.refetch()} />;
  const { account } = session.data;
  if (!account) {
    return (
      <Switch>
        <Route path="/setup">
          <Setup onSignedIn={setSession} />
        </Route>
        <Route path="/join">
          <Suspense fallback={<Skeleton className="m-6 h-8 w-40" />}>
            <Join onSignedIn={setSession} />
          </Suspense>
        </Route>
        <Route>
          <SignIn hasEnded={session.data.hasEnded ?? false} onSignedIn={setSession} />
        </Route>
      </Switch>
    );
  }
  const leave = (answer: SessionAnswer) => {
    setSession(answer);
    queries.removeQueries({ predicate: isOfSomebody });
  };
  const signOut = async () => leave(await api.signOut());
  if (session.data.mustSetUpTwoFactor) {
    return (
      <Suspense fallback={<Skeleton className="m-6 h-8 w-40" />}>
        <TwoFactorSetup onDone={() => setSession({ account })} onSignOut={signOut} />
      </Suspense>
    );
  }
  return (
    <Shell account={account} onSignOut={signOut}>
      <ScreenBoundary>
        <Suspense fallback={<Skeleton className="h-8 w-40" />}>
          <Switch>
            <Route path="/" component={Overview} />
            <Route path="/live" component={Live} />
            <Route path="/heatmaps" component={Heatmaps} />
            <Route path="/speed" component={Speed} />
            <Route path="/errors" component={Errors} />
            <Route path="/monitoring" component={Rum} />
            <Route path="/events" component={Events} />
            <Route path="/consent" component={Consent} />
            <Route path="/quality" component={Quality} />
            <Route path="/rights">
              <PrivacyRequests role={account.role} />
            </Route>
            <Route path="/replays">
              <Replays role={account.role} />
            </Route>
            <Route path="/replays/:id">
              {({ id }) => <Replay key={id} replayId={decodeValue(id)} role={account.role} />}
            </Route>
            <Route path="/events/:messageId">
              {({ messageId }) => <EventDetails messageId={messageId} />}
            </Route>
            <Route path="/flags">
              <Flags role={account.role} />
            </Route>
            <Route path="/flags/:key">
              {({ key }) => <FlagEditor key={key} flagKey={decodeValue(key)} role={account.role} />}
            </Route>
            <Route path="/experiments">
              <Experiments role={account.role} />
            </Route>
            <Route path="/experiments/new">
              <NewExperiment role={account.role} />
            </Route>
            <Route path="/experiments/:key/edit">
              {({ key }) => <EditExperiment key={key} experimentKey={key} role={account.role} />}
            </Route>
            <Route path="/experiments/:key">
              {({ key }) => <Experiment key={key} experimentKey={key} role={account.role} />}
            </Route>
            <Route path="/banner">
              <Banner role={account.role} />
            </Route>
            <Route path="/recording">
              <Recording role={account.role} />
            </Route>
            <Route path="/changes">
              <Changes role={account.role} />
            </Route>
            <Route path="/people">
              <People account={account} />
            </Route>
            <Route path="/account">
              <Account account={account} onSignedOut={() => leave({ account: null })} />
            </Route>
            <Route path={/^\/(?:setup|join)$/}>
              <SignedInAlready email={account.email} onSignOut={signOut} />
            </Route>
            <Route>
              <NoScreen />
            </Route>
          </Switch>
        </Suspense>
      </ScreenBoundary>
    </Shell>
  );
}

/** Everything but who is signed in was answered to one person. */
function isOfSomebody({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey[0] !== SESSION[0];
}

/** A session that has ended, or must set up two-factor authentication first, shows itself in the next answer; the screen asked for returns after that. */
function useSignOutOnExpiry(queries: QueryClient): void {
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state;
        if (query.queryKey[0] === SESSION[0] || !(error instanceof ApiError)) return;
        if (error.code === "two_factor_required") {
          queries.setQueryData(SESSION, (session?: SessionAnswer) =>
            session?.account ? { ...session, mustSetUpTwoFactor: true } : session,
          );
          queries.removeQueries({ queryKey: query.queryKey });
        } else if (error.status === 401) {
          queries.setQueryData(SESSION, (session?: Session) =>
            session?.account ? { account: null, hasEnded: true } : session,
          );
          // Whoever signs in next must not see what was answered to somebody else.
          queries.removeQueries({ predicate: isOfSomebody });
        }
      }),
    [queries],
  );
}
