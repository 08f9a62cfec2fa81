import { Button, Field } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Link } from "wouter";
import { PASSWORD_HINT, PASSWORD_MIN_LENGTH } from "../../shared/account/AccountForm.tsx";
import { useLinkToken } from "../../shared/account/useLinkToken.ts";
import { ApiError, request } from "../../shared/api/request.ts";
import { useTitle } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError } from "../../shared/ui/states.tsx";
import { SignInLink } from "./SignInLink.tsx";

/** Chooses a new password with the link from an email. Also for people who are signed in, because the link ends all sessions. */
export function ResetPassword() {
  useTitle("Choose a new password");
  const token = useLinkToken();
  const finish = useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      request("POST /password-reset/finish", { body }),
  });
  if (!token) return <Notice title="This link is incomplete">Copy the full link from the email.</Notice>;
  if (finish.isSuccess) {
    return (
      <Notice title="Password changed" action={<SignInLink />}>
        You are signed out everywhere. Sign in with the new password.
      </Notice>
    );
  }
  if (finish.error instanceof ApiError && finish.error.status === 410) {
    const again = (
      <Link href="/forgot-password" className="underline underline-offset-4">
        Request a new link
      </Link>
    );
    return (
      <Notice title="This link no longer works" action={again}>
        {finish.error.message}
      </Notice>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    finish.mutate({ token, password: String(new FormData(event.currentTarget).get("password")) });
  };
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <form onSubmit={submit} className="w-full max-w-sm">
        <h1 className="text-balance font-display text-heading">Choose a new password</h1>
        <p className="mt-3 text-ink-muted">
          It signs you out everywhere. Two-factor authentication stays on.
        </p>
        <div className="mt-8 grid gap-5">
          <Field
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            hint={PASSWORD_HINT}
            minLength={PASSWORD_MIN_LENGTH}
          />
          <InlineError error={finish.error} />
          <Button submit disabled={finish.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </main>
  );
}

function Notice(props: Parameters<typeof EmptyState>[0]) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState {...props} />
    </main>
  );
}
