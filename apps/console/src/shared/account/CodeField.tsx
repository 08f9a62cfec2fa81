import { Field } from "../form/Field.tsx";

/** Takes the code that an authenticator app shows, named `code`. */
export function CodeField({ ref }: { ref?: (element: HTMLInputElement | null) => void }) {
  return (
    <Field
      ref={ref}
      label="Authentication code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Apps show it in two groups, and people type it so.
      pattern="\s*\d{3}\s?\d{3}\s*"
      title="6 digits"
      maxLength={9}
      required
    />
  );
}
