import type { Passkey, TwoFactorResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { findPasskeyProblem } from "../../shared/account/passkeySupport.ts";
import { request } from "../../shared/api/request.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { PasskeyDialog } from "./PasskeyDialog.tsx";
import { PasskeyRow } from "./PasskeyRow.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { twoFactorQuery, useFactorsChanged } from "./twoFactorQuery.ts";

/** The account's passkeys. A passkey replaces the password, or serves as the second factor after it. */
export function PasskeysSection() {
  const factors = useQuery(twoFactorQuery);
  return (
    <AccountSection
      title="Passkeys"
      description="Sign in with your fingerprint, face or PIN, or a security key, instead of a password and code."
    >
      <QueryView query={factors} loading={<Skeleton className="h-16" />}>
        {(data) => <Passkeys factors={data} />}
      </QueryView>
    </AccountSection>
  );
}

function Passkeys({ factors }: { factors: TwoFactorResponse }) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const changed = useFactorsChanged();
  const { passkeys, passkeyProblem } = factors;
  const problem = passkeyProblem ?? findPasskeyProblem();
  const finish = async () => {
    setAdding(false);
    setRemoved(null);
    await changed();
    // Removing a passkey removes the focused button too, so move the focus.
    addButton.current?.focus();
  };
  return (
    <>
      {passkeys.length === 0 && !problem && <p className="text-ink-muted">No passkeys yet.</p>}
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onChanged={changed}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      )}
      {problem ? (
        <p className="mt-4 border-hairline border-l-2 pl-3 text-ink-muted first:mt-0">{problem}</p>
      ) : (
        <Button
          ref={addButton}
          variant="secondary"
          size="sm"
          className="mt-4"
          onClick={() => setAdding(true)}
        >
          Add a passkey
        </Button>
      )}
      {isAdding && <PasskeyDialog onDone={finish} onDismiss={() => setAdding(false)} />}
      {removed && (
        <Dialog
          isOpen
          onDismiss={() => setRemoved(null)}
          title={`Remove ${removed.name}?`}
          closeLabel="Close"
        >
          <p className="mt-2">
            {isLast(factors)
              ? "Two-factor authentication turns off, and your recovery codes stop working. "
              : "You can no longer sign in with it. "}
            Your other sessions will be signed out.
          </p>
          <PasswordForm
            action="Remove"
            isFinal
            onConfirm={(password) =>
              request("POST /account/passkeys/remove", { body: { id: removed.id, password } }).then(finish)
            }
            onDismiss={() => setRemoved(null)}
          />
        </Dialog>
      )}
    </>
  );
}

function isLast({ passkeys, totpSince }: TwoFactorResponse): boolean {
  return passkeys.length === 1 && totpSince === null;
}
