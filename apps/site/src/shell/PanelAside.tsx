import type { ReactNode } from "react";

interface PanelAsideProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** The side of a panel, past a line of the trellis: one thing to do instead of choosing a page. */
export function PanelAside({ title, text, children }: PanelAsideProps) {
  return (
    <div className="col-span-4 border-hairline border-l py-7 pl-8">
      <p className="font-display font-semibold text-base">{title}</p>
      <p className="mt-1 text-ink-muted text-xs">{text}</p>
      {children}
    </div>
  );
}
