import { Field } from "@marquee/ui";
/** Input for an authenticator app's code, named `code`. */
export function CodeField({ ref }: { ref?: (element: HTMLInputElement | null) => void }) {
  return (
    <Field
      ref={ref}
      label="Authentication code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Apps show the code in two groups, and people type the space.
      pattern="\s*\d{3}\s?\d{3}\s*"
      title="6 digits"
      maxLength={9}
      required
    />
  );
}
