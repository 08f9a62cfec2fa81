import type { SessionAnswer } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api } from "../../shared/api.ts";
import { CodeField } from "../../shared/CodeField.tsx";
import { Field } from "../../shared/Field.tsx";
import { focus } from "../../shared/focus.ts";
import { Problem } from "../../shared/Problem.tsx";

interface CodeFormProps {
  isRecovery: boolean;
  onSignedIn: (answer: SessionAnswer) => void;
}

/** Asks for a code of an authenticator app, or for a recovery code. */
export function CodeForm({ isRecovery, onSignedIn }: CodeFormProps) {
  const signIn = useMutation({ mutationFn: api.signInWithCode, onSuccess: onSignedIn });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    // The next code replaces the wrong one as it is typed.
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
      {signIn.isError && <Problem error={signIn.error} />}
      <Button submit disabled={signIn.isPending}>
        Verify
      </Button>
    </form>
  );
}
