import type { SessionResponse } from "@marquee/contract/schema";
import { useLocation } from "wouter";
import { AccountForm, PASSWORD_HINT } from "../../shared/account/AccountForm.tsx";
import { useLinkToken } from "../../shared/account/useLinkToken.ts";
import { request } from "../../shared/api/request.ts";
import { useTitle } from "../../shared/ui/screen.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";

/** Creates the first account, with the link that the server printed. */
export function Setup({ onSignedIn }: { onSignedIn: (answer: SessionResponse) => void }) {
  useTitle("Create the first account");
  const [, navigate] = useLocation();
  const token = useLinkToken();
  if (!token) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState title="This link is incomplete">
          Copy the full link that the server printed, or restart the server to get a new one.
        </EmptyState>
      </main>
    );
  }
  return (
    <AccountForm
      title="Create the first account"
      intro={<p>This account owns the console. You can use this link once.</p>}
      action="Create account"
      autoComplete="new-password"
      passwordHint={PASSWORD_HINT}
      onSubmit={async (credentials) => {
        const answer = await request("POST /setup", { body: { token, ...credentials } });
        navigate("/", { replace: true });
        onSignedIn(answer);
      }}
    />
  );
}
