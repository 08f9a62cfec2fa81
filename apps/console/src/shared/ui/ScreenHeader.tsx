import { type ReactNode, useEffect } from "react";

/** The screen's title, also in the browser tab, with its controls next to it. */
export function ScreenHeader({ title, children }: { title: string; children?: ReactNode }) {
  useTitle(title);
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <h1 className="font-display text-title">{title}</h1>
      {children}
    </header>
  );
}

/** Names the screen in the tab and to screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
}
