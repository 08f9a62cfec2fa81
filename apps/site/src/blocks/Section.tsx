import clsx from "clsx";
import type { ReactNode } from "react";
import { useTrackedSection } from "../site/useTrackedSection.ts";
import { PageText } from "./PageText.tsx";

/** Position of the title: above the content, in the left half, or in the first quarter. */
type SectionLayout = "stacked" | "side" | "quarter";

interface SectionProps {
  /** Fragment that links to the section. Also the prefix of the title's ID, which labels the section for assistive technology. */
  id: string;
  title: string;
  lead?: string | undefined;
  layout?: SectionLayout;
  children: ReactNode;
}

const COLUMNS: Record<SectionLayout, string> = {
  stacked: "",
  side: "lg:grid lg:grid-cols-2",
  quarter: "lg:grid lg:grid-cols-4",
};
const CONTENT: Record<SectionLayout, string> = {
  stacked: "lg:mt-16",
  side: "lg:mt-2",
  quarter: "lg:col-span-3 lg:mt-2",
};

/** A section of a page, aligned to the grid lines at every quarter of the page. */
export function Section({ id, title, lead, layout = "stacked", children }: SectionProps) {
  const isBeside = layout !== "stacked";
  const tracked = useTrackedSection({ id, model: `section-${layout}`, title });
  return (
    <section id={id} aria-labelledby={`${id}-title`} {...tracked} className="border-hairline border-t">
      <div className={clsx("mx-auto max-w-page px-5 py-20 md:px-8 lg:py-32", COLUMNS[layout])}>
        <div className={clsx(isBeside && "lg:sticky lg:top-28 lg:self-start lg:pr-10")}>
          <PageText as="h2" id={`${id}-title`} className="text-balance font-display text-heading">
            {title}
          </PageText>
          {lead && (
            <PageText className="mt-4 max-w-prose text-pretty text-ink-muted text-lead">{lead}</PageText>
          )}
        </div>
        <div className={clsx("mt-12", CONTENT[layout])}>{children}</div>
      </div>
    </section>
  );
}
