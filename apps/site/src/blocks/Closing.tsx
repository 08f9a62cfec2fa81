import type { ReactNode } from "react";
import { useTrackedSection } from "../site/useTrackedSection.ts";
import { ActionLink, type PageAction } from "./ActionLink.tsx";
import { PageText } from "./PageText.tsx";

interface ClosingProps {
  title: string;
  text: string;
  primary: PageAction;
  secondary: PageAction;
  /** Content of the left half: an illustration or something interactive. */
  children?: ReactNode;
}

/** The last section of a page: a primary and a secondary action. */
export function Closing({ title, text, primary, secondary, children }: ClosingProps) {
  const tracked = useTrackedSection({ id: "closing", model: "closing", title });
  return (
    <section aria-labelledby="closing-title" {...tracked} className="border-hairline border-t">
      <div className="mx-auto max-w-page px-5 py-24 md:grid md:grid-cols-2 md:px-8 lg:py-36">
        <PageText as="h2" id="closing-title" className="text-balance font-display text-display md:col-span-2">
          {title}
        </PageText>
        <div className="mt-10 md:pr-8 lg:pr-14">{children}</div>
        <div className="mt-8 md:col-start-2 md:mt-10 lg:px-6">
          <PageText className="max-w-prose text-ink-muted text-lead">{text}</PageText>
          <div className="mt-8 flex flex-wrap gap-3">
            <ActionLink action={primary} location="closing" size="lg" />
            <ActionLink action={secondary} location="closing" size="lg" variant="tertiary" />
          </div>
        </div>
      </div>
    </section>
  );
}
