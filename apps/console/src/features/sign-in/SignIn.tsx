import type { SessionAnswer } from "@marquee/contract/schema";
import { AccountForm } from "../../shared/AccountForm.tsx";
import { api } from "../../shared/api.ts";
import { useTitle } from "../../shared/useTitle.ts";

/** Shown in place of whatever was asked for, which appears once signed in. */
export function SignIn({ onSignedIn }: { onSignedIn: (answer: SessionAnswer) => void }) {
  useTitle("Sign in");
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
      onSubmit={async (credentials) => onSignedIn(await api.signIn(credentials))}
    />
  );
}
