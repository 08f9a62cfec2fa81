import { Button, Field } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { PASSWORD_HINT, PASSWORD_MIN_LENGTH } from "../../shared/account/AccountForm.tsx";
import { ROLE_NAMES } from "../../shared/account/roles.ts";
import { type RequestBody, request } from "../../shared/api/request.ts";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { PasskeysSection } from "./PasskeysSection.tsx";
import { SecondFactorSection } from "./SecondFactorSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";

const FIELDS = ["currentPassword", "newPassword", "repeatedPassword"] as const;

/** Settings of the signed-in account: password, second factors, passkeys and sessions. */
export function AccountScreen({ title, account, onSignedOut }: ScreenProps) {
  return (
    <>
      <ScreenHeader title={title} />
      <p className="wrap-anywhere mt-1 text-ink-muted">
        {account.email} · {ROLE_NAMES[account.role]}
      </p>
      <div className="mt-6 max-w-5xl">
        <PasswordSection email={account.email} />
        <SecondFactorSection />
        <PasskeysSection />
        <SessionsSection onSignedOut={onSignedOut} />
      </div>
    </>
  );
}

/** Changes the password, which ends every other session. */
function PasswordSection({ email }: { email: string }) {
  const [mismatch, setMismatch] = useState("");
  const change = useMutation({
    mutationFn: (body: RequestBody<"POST /account/password">) => request("POST /account/password", { body }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const [currentPassword = "", newPassword = "", repeated = ""] = FIELDS.map((name) =>
      String(data.get(name)),
    );
    // Clear the error of the previous attempt.
    change.reset();
    if (newPassword !== repeated) return setMismatch("The two new passwords don't match.");
    change.mutate({ currentPassword, newPassword }, { onSuccess: () => form.reset() });
  };
  return (
    <AccountSection title="Password" description="Changing your password signs you out everywhere else.">
      <form onSubmit={submit} onInput={() => setMismatch("")} className="grid max-w-sm gap-4">
        {/* Password managers save the new password under this username. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          minLength={PASSWORD_MIN_LENGTH}
          hint={PASSWORD_HINT}
        />
        <Field
          label="Repeat new password"
          name="repeatedPassword"
          type="password"
          autoComplete="new-password"
          required
          problem={mismatch}
        />
        <InlineError error={change.error} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button submit size="sm" disabled={change.isPending}>
            Change password
          </Button>
          <p role="status" className="text-ink-muted">
            {change.isSuccess && "Password changed. You are signed out everywhere else."}
          </p>
        </div>
      </form>
    </AccountSection>
  );
}
