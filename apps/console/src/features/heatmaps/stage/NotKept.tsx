/** Stands where a page would be that the archive does not give. */
export function NotKept() {
  return (
    <p
      role="alert"
      className="absolute inset-0 grid place-items-center bg-surface p-6 text-center text-ink-muted"
    >
      This version of the page could not be read from the archive. Reload, or choose another version; the
      table still lists its elements.
    </p>
  );
}
