import type { SecondStep as SecondStepMethods, SessionAnswer } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useState } from "react";
import { useTitle } from "../../shared/useTitle.ts";
import { CodeForm } from "./CodeForm.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";

type Method = "totp" | "passkey" | "recovery";

interface SecondStepProps {
  methods: SecondStepMethods;
  onSignedIn: (answer: SessionAnswer) => void;
  /** Back to the password. */
  onBack: () => void;
}

const INTROS: Record<Method, string> = {
  totp: "Enter the 6-digit code from your authenticator app.",
  passkey: "Use your passkey to finish signing in.",
  recovery: "Enter one of your recovery codes. Each code works once.",
};
const SWITCHES: Record<Method, string> = {
  totp: "Use your authenticator app",
  passkey: "Use a passkey",
  recovery: "Use a recovery code",
};

/** What is asked after a right password. */
export function SecondStep({ methods, onSignedIn, onBack }: SecondStepProps) {
  useTitle("Two-factor authentication");
  const available = availableMethods(methods);
  const [method, setMethod] = useState<Method>(available[0] ?? "recovery");
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="w-full max-w-sm">
        <h1 className="text-balance font-display text-heading">Two-factor authentication</h1>
        <p className="mt-3 text-ink-muted">{INTROS[method]}</p>
        <div className="mt-8 grid gap-5">
          {method === "passkey" ? (
            <PasskeyButton step="second" variant="primary" onSignedIn={onSignedIn} />
          ) : (
            <CodeForm key={method} isRecovery={method === "recovery"} onSignedIn={onSignedIn} />
          )}
        </div>
        <div className="mt-6 grid justify-items-start gap-1 border-hairline border-t pt-4">
          {available
            .filter((other) => other !== method)
            .map((other) => (
              <Button
                key={other}
                variant="tertiary"
                size="sm"
                className="-ml-3.5"
                onClick={() => setMethod(other)}
              >
                {SWITCHES[other]}
              </Button>
            ))}
          <Button variant="tertiary" size="sm" className="-ml-3.5" onClick={onBack}>
            Back to sign in
          </Button>
        </div>
        {method === "recovery" && (
          <p className="mt-4 text-ink-muted">
            {!methods.hasTotp && !methods.hasPasskey && "Your passkey can't be used at this address. "}
            Lost your recovery codes too? Ask an owner to reset your two-factor authentication.
          </p>
        )}
      </div>
    </main>
  );
}

function availableMethods({ hasTotp, hasPasskey, hasRecoveryCodes }: SecondStepMethods): Method[] {
  const methods: (Method | false)[] = [
    hasTotp && "totp",
    hasPasskey && "passkey",
    hasRecoveryCodes && "recovery",
  ];
  return methods.filter((method) => method !== false);
}
