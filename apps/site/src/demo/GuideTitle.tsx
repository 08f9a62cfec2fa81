/** The heading of the document; it takes the focus when the demo goes on. */
export function GuideTitle({ children }: { children: string }) {
  return (
    <h1 tabIndex={-1} className="font-display text-title outline-none">
      {children}
    </h1>
  );
}
