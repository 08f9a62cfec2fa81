import { Button, Field } from "@marquee/ui";
import { type FormEvent, type ReactNode, useState } from "react";

/** Same minimum as on the server, which also rejects easily guessed passwords. */
export const PASSWORD_MIN_LENGTH = 12;

export const PASSWORD_HINT = "At least 12 characters. A few unrelated words work well.";

interface AccountFormProps {
  title: string;
  intro: ReactNode;
  action: string;
  passwordHint?: string;
  /** The account's email address, if it is fixed. */
  email?: string;
  autoComplete: "new-password" | "current-password";
  onSubmit: (credentials: { email: string; password: string }) => Promise<unknown>;
  /** Other ways to sign in, below the form. */
  children?: ReactNode;
}

/** Email and password fields. Typed text is kept after an error. */
export function AccountForm({
  title,
  intro,
  action,
  passwordHint,
  email,
  autoComplete,
  onSubmit,
  children,
}: AccountFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit({ email: String(data.get("email")), password: String(data.get("password")) });
    } catch (error) {
      const isOffline = error instanceof TypeError;
      setProblem(isOffline ? "The server is not responding. Try again." : (error as Error).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <form onSubmit={submit} className="w-full max-w-sm">
        <h1 className="font-display text-heading">{title}</h1>
        <div className="mt-3 text-ink-muted">{intro}</div>
        <div className="mt-8 grid gap-5">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            {...(email === undefined ? {} : { value: email, readOnly: true })}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete={autoComplete}
            required
            {...(passwordHint ? { hint: passwordHint, minLength: PASSWORD_MIN_LENGTH } : {})}
          />
          {problem && (
            <p role="alert" className="border-clay border-l-2 bg-clay-soft px-3 py-2 text-ink">
              {problem}
            </p>
          )}
          <Button type="submit" disabled={isBusy}>
            {action}
          </Button>
          {children}
        </div>
      </form>
    </main>
  );
}
