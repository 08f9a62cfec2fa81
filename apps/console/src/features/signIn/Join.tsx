import type { SessionResponse } from "@marquee/contract/schema";
import { Link, useLocation } from "wouter";
import { AccountForm, PASSWORD_HINT } from "../../shared/account/AccountForm.tsx";
import { roleText } from "../../shared/account/roles.ts";
import { useLinkToken } from "../../shared/account/useLinkToken.ts";
import { ApiError, request } from "../../shared/api/request.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { useTitle } from "../../shared/ui/screen.tsx";
import { EmptyState, Failure, Skeleton } from "../../shared/ui/states.tsx";

/** Creates the account for an invitation link. */
export function Join({ onSignedIn }: { onSignedIn: (answer: SessionResponse) => void }) {
  useTitle("Join the console");
  const token = useLinkToken();
  if (token) return <Invited key={token} token={token} onSignedIn={onSignedIn} />;
  return (
    <InvalidLink title="This link is incomplete">
      Copy the full link from your invitation and open it again.
    </InvalidLink>
  );
}

interface InvitedProps {
  token: string;
  onSignedIn: (answer: SessionResponse) => void;
}

function Invited({ token, onSignedIn }: InvitedProps) {
  const [, navigate] = useLocation();
  const invitation = useRoute(
    "POST /invitation",
    { body: { token } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (invitation.isPending) return <Skeleton className="mx-auto mt-[20vh] h-80 w-full max-w-sm" />;
  if (invitation.isError) {
    const isGone = invitation.error instanceof ApiError && invitation.error.status === 410;
    if (!isGone) return <Failure error={invitation.error} onRetry={() => invitation.refetch()} />;
    return <InvalidLink title="This invitation is no longer valid">{invitation.error.message}</InvalidLink>;
  }
  return (
    <AccountForm
      title="Join the console"
      intro={<p>{roleText(invitation.data.role)} You can use this link once.</p>}
      action="Create account"
      autoComplete="new-password"
      passwordHint={PASSWORD_HINT}
      email={invitation.data.email}
      onSubmit={async ({ password }) => {
        const answer = await request("POST /join", { body: { token, password } });
        navigate("/", { replace: true });
        onSignedIn(answer);
      }}
    />
  );
}

function InvalidLink({ title, children }: { title: string; children: string }) {
  const signIn = (
    <Link href="/" className="underline underline-offset-4">
      Sign in
    </Link>
  );
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState title={title} action={signIn}>
        {children}
      </EmptyState>
    </main>
  );
}
