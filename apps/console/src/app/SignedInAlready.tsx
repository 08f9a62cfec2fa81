import { Button } from "@marquee/ui";
import { ScreenHeader } from "../shared/ui/ScreenHeader.tsx";

/** At a setup or invitation link that is opened by somebody with an account; the link is used up by nothing but an account. */
export function SignedInAlready({ email, onSignOut }: { email: string; onSignOut: () => void }) {
  return (
    <>
      <ScreenHeader title="You're already signed in" />
      <p className="wrap-anywhere mt-2 mb-5 max-w-prose text-ink-muted">
        This link creates a new account, and this browser is signed in as {email}. Sign out to use the link.
      </p>
      <Button onClick={onSignOut}>Sign out</Button>
    </>
  );
}
