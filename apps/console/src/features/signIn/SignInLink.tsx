/** Leads to the sign-in form with a new document, so that nothing of an earlier session stays. */
export function SignInLink() {
  return (
    <a href="/console/" className="underline underline-offset-4">
      Sign in
    </a>
  );
}
