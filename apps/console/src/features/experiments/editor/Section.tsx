import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  intro?: string;
  children: ReactNode;
}

/** A section of the form, separated by a line, with its title on the left if there is room. */
export function Section({ title, intro, children }: SectionProps) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-hairline border-t pt-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h2 className="font-display font-semibold text-lead">{title}</h2>
        {intro && <p className="mt-1 text-ink-muted">{intro}</p>}
      </div>
      <div className="grid min-w-0 gap-5">{children}</div>
    </section>
  );
}
