/** Links to the sign-in form as a new document, so that no data of an earlier session remains. */
export function SignInLink() {
  return (
    <a href="/console/" className="underline underline-offset-4">
      Sign in
    </a>
  );
}
