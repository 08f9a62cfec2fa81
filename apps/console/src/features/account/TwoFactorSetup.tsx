import { Button } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { findPasskeyProblem } from "../../shared/account/passkeySupport.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useTitle } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { PasskeyDialog } from "./PasskeyDialog.tsx";
import { TotpDialog } from "./TotpDialog.tsx";
import { twoFactorQuery } from "./twoFactorQuery.ts";

interface TwoFactorSetupProps {
  onDone: () => void;
  onSignOut: () => void;
}

/** Replaces every screen while the server requires a second factor and the account has none. */
export function TwoFactorSetup({ onDone, onSignOut }: TwoFactorSetupProps) {
  useTitle("Set up two-factor authentication");
  const factors = useQuery(twoFactorQuery);
  const [open, setOpen] = useState<"totp" | "passkey" | null>(null);
  const close = () => setOpen(null);
  const problem = factors.data && (factors.data.passkeyProblem ?? findPasskeyProblem());
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="w-full max-w-md">
        <h1 className="text-balance font-display text-heading">
          Set up <span className="whitespace-nowrap">two-factor</span> authentication
        </h1>
        <p className="mt-3 text-ink-muted">
          This server requires a second way to prove it&apos;s you. Choose one to continue; you can add more
          later.
        </p>
        <QueryView query={factors} loading={<Skeleton className="mt-8 h-40" />}>
          {() => (
            <div className="mt-8 grid gap-6">
              <section className="grid justify-items-start gap-3">
                <p className="text-ink-muted">
                  An app on your phone shows a new 6-digit code every 30 seconds.
                </p>
                <Button onClick={() => setOpen("totp")}>Set up an authenticator app</Button>
              </section>
              <section className="grid justify-items-start gap-3 border-hairline border-t pt-6">
                <p className="text-ink-muted">
                  {problem ||
                    "Your device or a security key confirms with a fingerprint, your face or a PIN."}
                </p>
                {!problem && (
                  <Button variant="secondary" onClick={() => setOpen("passkey")}>
                    Add a passkey
                  </Button>
                )}
              </section>
            </div>
          )}
        </QueryView>
        <Button variant="tertiary" size="sm" className="mt-8 -ml-3.5" onClick={onSignOut}>
          Sign out
        </Button>
        {open === "totp" && <TotpDialog onDone={onDone} onDismiss={close} />}
        {open === "passkey" && <PasskeyDialog onDone={onDone} onDismiss={close} />}
      </div>
    </main>
  );
}
