import { Button, Field } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { request } from "../../shared/api/request.ts";
import { useTitle } from "../../shared/ui/screen.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { SignInLink } from "./SignInLink.tsx";

/** Requests a password reset link. The confirmation is the same for addresses without an account. */
export function ForgotPassword() {
  useTitle("Forgot your password?");
  const reset = useMutation({
    mutationFn: (email: string) => request("POST /password-reset", { body: { email } }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    reset.mutate(String(new FormData(event.currentTarget).get("email")));
  };
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="w-full max-w-sm">
        {reset.isSuccess ? (
          <div role="status">
            <h1 className="text-balance font-display text-heading">Check your email</h1>
            <p className="wrap-anywhere mt-3 text-ink-muted">
              If {reset.variables} has an account, a link is on its way. It works once, within 30 minutes.
            </p>
          </div>
        ) : (
          <form onSubmit={submit}>
            <h1 className="text-balance font-display text-heading">Forgot your password?</h1>
            <p className="mt-3 text-ink-muted">
              Enter the email address of your account. You get a link to choose a new password.
            </p>
            <div className="mt-8 grid gap-5">
              <Field label="Email" name="email" type="email" autoComplete="username" required />
              <InlineError error={reset.error} />
              <Button submit disabled={reset.isPending}>
                Send link
              </Button>
            </div>
          </form>
        )}
        <p className="mt-6 border-hairline border-t pt-4">
          <SignInLink />
        </p>
      </div>
    </main>
  );
}
