import { Field } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { FormActions } from "../../shared/ui/FormActions.tsx";
import { InlineError } from "../../shared/ui/states.tsx";

interface PasswordFormProps {
  /** Label of the submit button. */
  action: string;
  /** Whether the action can't be undone. */
  isFinal?: boolean;
  /** Additional fields, shown above the password. */
  children?: ReactNode;
  onConfirm: (password: string, fields: FormData) => Promise<unknown>;
  onDismiss: () => void;
}

/** Asks for the password again before a sensitive action, so that a stolen session is not enough. */
export function PasswordForm({ action, isFinal, children, onConfirm, onDismiss }: PasswordFormProps) {
  const confirm = useMutation({
    mutationFn: (fields: FormData) => onConfirm(String(fields.get("password")), fields),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} className="mt-4 grid gap-5">
      {children}
      <Field label="Your password" name="password" type="password" autoComplete="current-password" required />
      <InlineError error={confirm.error} />
      <FormActions action={action} isDisabled={confirm.isPending} isFinal={isFinal} onDismiss={onDismiss} />
    </form>
  );
}
