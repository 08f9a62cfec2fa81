import type { SessionResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { explainPasskeyError } from "../../shared/account/passkeySupport.ts";
import { request } from "../../shared/api/request.ts";
import { InlineError } from "../../shared/ui/states.tsx";

/** Whether the passkey signs in alone, or serves as the second factor after a password. */
type PasskeyStep = "alone" | "second";

const ROUTES = { alone: "POST /sign-in/passkey", second: "POST /sign-in/second-passkey" } as const;

interface PasskeyButtonProps {
  step: PasskeyStep;
  variant: "primary" | "secondary";
  onSignedIn: (answer: SessionResponse) => void;
}

export function PasskeyButton({ step, variant, onSignedIn }: PasskeyButtonProps) {
  const signIn = useMutation({ mutationFn: () => signInWithPasskey(step), onSuccess: onSignedIn });
  return (
    <>
      <InlineError error={signIn.error} />
      <Button variant={variant} disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound aria-hidden="true" className="size-4" />
        {step === "alone" ? "Sign in with a passkey" : "Use a passkey"}
      </Button>
    </>
  );
}

/**
 * Signs in with a passkey.
 * @throws an Error with a message for people.
 */
async function signInWithPasskey(step: PasskeyStep): Promise<SessionResponse> {
  try {
    // Loaded on demand, because most sign-ins don't use a passkey.
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const optionsJSON = await request(`${ROUTES[step]}/options`);
    return await request(ROUTES[step], { body: { response: await startAuthentication({ optionsJSON }) } });
  } catch (error) {
    throw explainPasskeyError(error);
  }
}
