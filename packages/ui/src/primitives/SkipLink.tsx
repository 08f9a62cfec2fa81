/** The first stop of the keyboard: past the navigation, to the page. @param target id of the main element. */
export function SkipLink({ target, label }: { target: string; label: string }) {
  return (
    <a
      href={`#${target}`}
      className="fixed top-3 left-3 z-50 -translate-y-20 rounded-sm bg-ink px-4 py-2 font-medium text-background text-sm focus-visible:translate-y-0"
    >
      {label}
    </a>
  );
}
