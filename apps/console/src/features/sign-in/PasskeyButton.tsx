import type { SessionAnswer } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import type { PasskeyStep } from "../../shared/api/api.ts";
import { Problem } from "../../shared/ui/Problem.tsx";
import { signInWithPasskey } from "./signInWithPasskey.ts";

interface PasskeyButtonProps {
  step: PasskeyStep;
  variant: "primary" | "secondary";
  onSignedIn: (answer: SessionAnswer) => void;
}

export function PasskeyButton({ step, variant, onSignedIn }: PasskeyButtonProps) {
  const signIn = useMutation({ mutationFn: () => signInWithPasskey(step), onSuccess: onSignedIn });
  return (
    <>
      {signIn.isError && <Problem error={signIn.error} />}
      <Button variant={variant} disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound aria-hidden="true" className="size-4" />
        {step === "alone" ? "Sign in with a passkey" : "Use a passkey"}
      </Button>
    </>
  );
}
