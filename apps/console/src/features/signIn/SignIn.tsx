import type { SecondStep as SecondStepMethods, SessionResponse } from "@marquee/contract/schema";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import { AccountForm } from "../../shared/account/AccountForm.tsx";
import { findPasskeyProblem } from "../../shared/account/passkeySupport.ts";
import { request } from "../../shared/api/request.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { hasKeptDrafts } from "../../shared/draft/keptDrafts.ts";
import { useTitle } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";

const SecondStep = lazy(() => import("./SecondStep.tsx").then((file) => ({ default: file.SecondStep })));

interface SignInProps {
  /** Whether the session ended while a screen was open. */
  hasEnded: boolean;
  onSignedIn: (answer: SessionResponse) => void;
}

/** The sign-in form. It replaces the requested screen, which appears after signing in. */
export function SignIn({ hasEnded, onSignedIn }: SignInProps) {
  useTitle("Sign in");
  const [methods, setMethods] = useState<SecondStepMethods | null>(null);
  const reset = useRoute("GET /password-reset");
  if (methods) {
    return (
      <Suspense fallback={<Skeleton className="mx-auto mt-[20vh] h-80 w-full max-w-sm" />}>
        <SecondStep methods={methods} onSignedIn={onSignedIn} onBack={() => setMethods(null)} />
      </Suspense>
    );
  }
  return (
    <AccountForm
      title="Sign in"
      intro={
        hasEnded ? (
          <p role="status">
            Your session ended. Sign in to continue where you left off.
            {hasKeptDrafts() && " Your unsaved changes are kept until then."}
          </p>
        ) : (
          <p>
            No account? Ask an owner to invite you. A new server prints a link for the first account when it
            starts.
          </p>
        )
      }
      action="Sign in"
      autoComplete="current-password"
      onSubmit={async (credentials) => {
        const answer = await request("POST /sign-in", { body: credentials });
        if (answer.secondStep) setMethods(answer.secondStep);
        else onSignedIn(answer);
      }}
    >
      {findPasskeyProblem() === null && (
        <PasskeyButton step="alone" variant="secondary" onSignedIn={onSignedIn} />
      )}
      {reset.data?.isAvailable && (
        <Link href="/forgot-password" className="justify-self-start underline underline-offset-4">
          Forgot your password?
        </Link>
      )}
    </AccountForm>
  );
}
