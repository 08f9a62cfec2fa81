import type { SessionAnswer } from "@marquee/contract/schema";
import { useLocation, useSearch } from "wouter";
import { AccountForm } from "../../shared/AccountForm.tsx";
import { api } from "../../shared/api.ts";
import { Empty } from "../../shared/states.tsx";
import { useTitle } from "../../shared/useTitle.ts";

/** Makes the first account, by the link that the server printed. */
export function Setup({ onSignedIn }: { onSignedIn: (answer: SessionAnswer) => void }) {
  useTitle("Create the first account");
  const [, navigate] = useLocation();
  const token = new URLSearchParams(useSearch()).get("token");
  if (!token) {
    return (
      <Empty title="This link is not whole">
        It must end in the token that the server printed. Copy it again, or start the server anew for another
        one.
      </Empty>
    );
  }
  return (
    <AccountForm
      title="Create the first account"
      intro={<p>It owns this console. The link works once.</p>}
      action="Create account"
      autoComplete="new-password"
      passwordHint="12 characters or more; a few words do well."
      onSubmit={async (credentials) => {
        onSignedIn(await api.setUp({ token, ...credentials }));
        navigate("/", { replace: true });
      }}
    />
  );
}
