import { formatCounted } from "@marquee/contract";
import type { SessionResponse } from "@marquee/contract/schema";
import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Route, Router, Switch } from "wouter";
import { Setup } from "../features/signIn/Setup.tsx";
import { SignIn } from "../features/signIn/SignIn.tsx";
import { ApiError, onChanged, request } from "../shared/api/request.ts";
import { reload } from "../shared/api/useRoute.ts";
import { dropDraftsOfOthers } from "../shared/draft/keptDrafts.ts";
import { forgetTyped, saveTyped } from "../shared/draft/typedTexts.ts";
import { ConfirmDialog } from "../shared/ui/ConfirmDialog.tsx";
import { Failure, Skeleton } from "../shared/ui/states.tsx";
import { ScreenBoundary } from "./ScreenBoundary.tsx";
import { ScreenRoutes } from "./ScreenRoutes.tsx";
import { Shell } from "./Shell.tsx";
import { applySite, clearPersonalData, type Session, sessionQuery, useSignOutOnExpiry } from "./session.ts";
import { markSignIn } from "./signInMark.ts";
import { startScreen } from "./startScreen.ts";

const Join = lazy(() => import("../features/signIn/Join.tsx").then((file) => ({ default: file.Join })));
const ForgotPassword = lazy(() =>
  import("../features/signIn/ForgotPassword.tsx").then((file) => ({ default: file.ForgotPassword })),
);
const ResetPassword = lazy(() =>
  import("../features/signIn/ResetPassword.tsx").then((file) => ({ default: file.ResetPassword })),
);
const CountingScreen = lazy(() =>
  import("../features/counting/CountingScreen.tsx").then((file) => ({ default: file.CountingScreen })),
);
const TwoFactorSetup = lazy(() =>
  import("../features/account/TwoFactorSetup.tsx").then((file) => ({ default: file.TwoFactorSetup })),
);

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // The server's rejections are final. Network errors may be temporary, so they are retried twice.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      networkMode: "always",
    },
  },
});

onChanged((routes) => void reload(client, ...routes));
startScreen(client, location.pathname);

export function App() {
  return (
    <QueryClientProvider client={client}>
      <Router base="/console">
        <ScreenBoundary>
          <Switch>
            <Route path="/reset-password">
              <Suspense fallback={<Loading />}>
                <ResetPassword />
              </Suspense>
            </Route>
            <Route>
              <SessionGate />
            </Route>
          </Switch>
        </ScreenBoundary>
      </Router>
    </QueryClientProvider>
  );
}

/** Loads the session before anything else. Without one, only sign-in, password reset, and the setup and invitation links are available. */
function SessionGate() {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const [unsaved, setUnsaved] = useState(0);
  const setSession = (answer: Session) => {
    dropDraftsOfOthers(answer.account?.email ?? null);
    queries.setQueryData(sessionQuery.queryKey, applySite(answer));
  };
  useSignOutOnExpiry(queries);
  const isSignedIn = session.data && session.data.account !== null;
  useEffect(() => {
    if (isSignedIn !== undefined) markSignIn(isSignedIn);
  }, [isSignedIn]);

  if (session.isPending) return <Loading />;
  if (session.isError) return <Failure error={session.error} onRetry={() => session.refetch()} />;
  const { account, hasEnded = false, mustSetUpTwoFactor } = session.data;
  if (!account) return <SignedOut hasEnded={hasEnded} onSignedIn={setSession} />;
  const leave = (answer: SessionResponse) => {
    setSession(answer);
    clearPersonalData(queries);
  };
  const leaveForGood = async () => {
    const answer = await request("POST /sign-out");
    forgetTyped(account.email);
    setUnsaved(0);
    leave(answer);
  };
  const signOut = async () => {
    const count = await saveTyped(account.email);
    if (count > 0) setUnsaved(count);
    else await leaveForGood();
  };
  if (mustSetUpTwoFactor) {
    return (
      <Suspense fallback={<Loading />}>
        <TwoFactorSetup
          onDone={() => setSession({ ...session.data, mustSetUpTwoFactor: false })}
          onSignOut={signOut}
        />
      </Suspense>
    );
  }
  return (
    <Shell account={account} onSignOut={signOut}>
      <ScreenBoundary>
        <ScreenRoutes
          account={account}
          onSignOut={signOut}
          onSignedOut={() => {
            forgetTyped(account.email);
            leave({ account: null });
          }}
        />
      </ScreenBoundary>
      {unsaved > 0 && (
        <ConfirmDialog
          isOpen
          title="Sign out and lose what is not saved?"
          action="Sign out"
          dismissal="Stay signed in"
          isBusy={false}
          error={null}
          onConfirm={() => void leaveForGood()}
          onDismiss={() => setUnsaved(0)}
        >
          <p>
            {formatCounted(unsaved, "text")} that you typed couldn't be saved on the server. Signing out also
            removes this browser's copy.
          </p>
        </ConfirmDialog>
      )}
    </Shell>
  );
}

interface SignedOutProps {
  hasEnded: boolean;
  onSignedIn: (answer: SessionResponse) => void;
}

function SignedOut({ hasEnded, onSignedIn }: SignedOutProps) {
  return (
    <Switch>
      <Route path="/setup">
        <Setup onSignedIn={onSignedIn} />
      </Route>
      <Route path="/join">
        <Suspense fallback={<Loading />}>
          <Join onSignedIn={onSignedIn} />
        </Suspense>
      </Route>
      <Route path="/forgot-password">
        <Suspense fallback={<Loading />}>
          <ForgotPassword />
        </Suspense>
      </Route>
      <Route path="/do-not-count">
        <main className="mx-auto max-w-2xl px-4 py-16">
          <Suspense fallback={<Loading />}>
            <CountingScreen />
          </Suspense>
        </main>
      </Route>
      <Route>
        <SignIn hasEnded={hasEnded} onSignedIn={onSignedIn} />
      </Route>
    </Switch>
  );
}

function Loading() {
  return <Skeleton className="m-6 h-8 w-40" />;
}
