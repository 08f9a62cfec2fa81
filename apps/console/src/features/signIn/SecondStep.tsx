import type { SecondStep as SecondStepMethods, SessionResponse } from "@marquee/contract/schema";
import { Button, Field } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { CodeField } from "../../shared/account/CodeField.tsx";
import { type RequestBody, request } from "../../shared/api/request.ts";
import { focus } from "../../shared/ui/focus.ts";
import { useTitle } from "../../shared/ui/screen.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";

interface CodeFormProps {
  isRecovery: boolean;
  onSignedIn: (answer: SessionResponse) => void;
}

type Method = "totp" | "passkey" | "recovery";

interface SecondStepProps {
  methods: SecondStepMethods;
  onSignedIn: (answer: SessionResponse) => void;
  /** Returns to the password form. */
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

/** The second step of signing in, after a correct password. */
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

/** Asks for a code from the authenticator app, or for a recovery code. */
function CodeForm({ isRecovery, onSignedIn }: CodeFormProps) {
  const signIn = useMutation({
    mutationFn: (body: RequestBody<"POST /sign-in/code">) => request("POST /sign-in/code", { body }),
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    // Select the wrong code, so that typing replaces it.
    const onError = () => form.querySelector("input")?.select();
    signIn.mutate({ code: String(new FormData(form).get("code")) }, { onError });
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      {isRecovery ? (
        <Field
          ref={focus}
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
      ) : (
        <CodeField ref={focus} />
      )}
      <InlineError error={signIn.error} />
      <Button submit disabled={signIn.isPending}>
        Verify
      </Button>
    </form>
  );
}
