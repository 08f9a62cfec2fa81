import type { SecondStep as SecondStepMethods, SessionAnswer } from "@marquee/contract/schema";
import { useState } from "react";
import { AccountForm } from "../../shared/AccountForm.tsx";
import { api } from "../../shared/api.ts";
import { findPasskeyProblem } from "../../shared/passkeySupport.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { SecondStep } from "./SecondStep.tsx";

/** Shown in place of whatever was asked for, which appears once signed in. */
export function SignIn({ onSignedIn }: { onSignedIn: (answer: SessionAnswer) => void }) {
  useTitle("Sign in");
  const [methods, setMethods] = useState<SecondStepMethods | null>(null);
  if (methods) {
    return <SecondStep methods={methods} onSignedIn={onSignedIn} onBack={() => setMethods(null)} />;
  }
  return (
    <AccountForm
      title="Sign in"
      intro={
        <p>
          No account yet? Ask an owner for an invitation. On a new server, the link for the first account is
          printed when it starts.
        </p>
      }
      action="Sign in"
      autoComplete="current-password"
      onSubmit={async (credentials) => {
        const answer = await api.signIn(credentials);
        if (answer.secondStep) setMethods(answer.secondStep);
        else onSignedIn(answer);
      }}
    >
      {findPasskeyProblem() === null && (
        <PasskeyButton step="alone" variant="secondary" onSignedIn={onSignedIn} />
      )}
    </AccountForm>
  );
}
