/**
 * A link that skips the navigation, for keyboard users. It should be the first focusable element of the page.
 * @param target ID of the main element.
 */
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
