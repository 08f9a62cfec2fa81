import clsx from "clsx";
import type { ReactNode } from "react";

interface SectionProps {
  /** Fragment under which links find the section; also names it for assistive technology. */
  id: string;
  title: string;
  lead?: string | undefined;
  /** `side`: the title keeps to the first four columns and stays while the rest scrolls by. */
  layout?: "stacked" | "side";
  children: ReactNode;
}

/** A block of a page: docked to a horizontal line of the trellis, title first. */
export function Section({ id, title, lead, layout = "stacked", children }: SectionProps) {
  const isSide = layout === "side";
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 border-hairline border-t">
      <div
        className={clsx(
          "mx-auto max-w-page px-5 py-20 md:px-8 lg:py-32",
          isSide && "lg:grid lg:grid-cols-12",
        )}
      >
        <div className={clsx(isSide && "lg:sticky lg:top-24 lg:col-span-4 lg:self-start lg:pr-8")}>
          <h2 id={`${id}-title`} className="text-balance font-display text-heading">
            {title}
          </h2>
          {lead && <p className="mt-4 max-w-prose text-ink-muted text-lead">{lead}</p>}
        </div>
        <div className={clsx("mt-12", isSide ? "lg:col-span-8 lg:mt-1.5" : "lg:mt-16")}>{children}</div>
      </div>
    </section>
  );
}
