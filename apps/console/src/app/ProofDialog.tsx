import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { PasswordForm } from "../features/account/PasswordForm.tsx";
import { twoFactorQuery } from "../features/account/twoFactorQuery.ts";
import { explainPasskeyError } from "../shared/account/passkeySupport.ts";
import { onProofRequired, request } from "../shared/api/request.ts";
import { InlineError } from "../shared/ui/states.tsx";

/**
 * Asks for the password or a passkey when a change requires one from the last ten minutes. The request continues afterward, so nobody has to repeat
 * their input.
 */
export function ProofDialog() {
  const [answer, setAnswer] = useState<((isProven: boolean) => void) | null>(null);
  useEffect(() => {
    let pendingProof: Promise<boolean> | null = null;
    return onProofRequired(() => {
      // Concurrent requests share one prompt.
      pendingProof ??= new Promise<boolean>((resolve) => {
        setAnswer(() => resolve);
      }).finally(() => {
        pendingProof = null;
        setAnswer(null);
      });
      return pendingProof;
    });
  }, []);
  if (!answer) return null;
  return (
    <Dialog isOpen onDismiss={() => answer(false)} title="Confirm that it's you" closeLabel="Close">
      <p className="mt-2 max-w-prose text-ink-muted">
        This change outlasts your session or affects people's data. You won't be asked again for 10 minutes.
      </p>
      <Passkey onProven={() => answer(true)} />
      <PasswordForm
        action="Confirm"
        onConfirm={async (password) => {
          await request("POST /account/proof", { body: { password } });
          answer(true);
        }}
        onDismiss={() => answer(false)}
      />
    </Dialog>
  );
}

/** Renders nothing for accounts without a passkey. */
function Passkey({ onProven }: { onProven: () => void }) {
  const { data } = useQuery(twoFactorQuery);
  const prove = useMutation({ mutationFn: proveWithPasskey, onSuccess: onProven });
  if (!data?.passkeys.length) return null;
  return (
    <div className="mt-4 grid gap-3">
      <InlineError error={prove.error} />
      <Button variant="secondary" disabled={prove.isPending} onClick={() => prove.mutate()}>
        <KeyRound aria-hidden="true" className="size-4" />
        Use a passkey
      </Button>
    </div>
  );
}

/** @throws an Error with a message for people. */
async function proveWithPasskey(): Promise<void> {
  try {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const optionsJSON = await request("POST /account/proof/passkey/options");
    const response = await startAuthentication({ optionsJSON });
    await request("POST /account/proof/passkey", { body: { response } });
  } catch (error) {
    throw explainPasskeyError(error);
  }
}
