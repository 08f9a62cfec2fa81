/** Why something that was asked for did not happen, beside where it was asked. */
export function Problem({ error }: { error: Error }) {
  return (
    <p role="alert" className="border-clay border-l-2 bg-clay-soft px-3 py-2">
      {error instanceof TypeError ? "The server does not answer. Try again." : error.message}
    </p>
  );
}
