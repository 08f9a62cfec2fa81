import { ArrowRight } from "lucide-react";
import { Anchor } from "../primitives/Anchor.tsx";
import type { ContentElementProps } from "./ContentNodes.tsx";
import { LinkCard } from "./LinkCard.tsx";

export const PLAIN_LINK =
  "font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";
const MORE = "inline-flex items-baseline gap-1.5 font-medium text-accent underline-offset-4 hover:underline";

/** A link of the text: plain, with an arrow, or as a card (`data-icon-link`; specification, section 2). */
export function ContentLink({ element, children }: ContentElementProps) {
  const { href, title, "data-icon-link": icon } = element.attributes ?? {};
  const attributes = { href: String(href), ...(typeof title === "string" ? { title } : {}) };
  if (icon === "card") return <LinkCard {...attributes}>{children}</LinkCard>;
  if (icon !== "more") {
    return (
      <Anchor {...attributes} className={PLAIN_LINK}>
        {children}
      </Anchor>
    );
  }
  return (
    <Anchor {...attributes} data-icon-link="more" className={MORE}>
      <span>{children}</span>
      <ArrowRight aria-hidden="true" className="size-4 shrink-0 self-center" />
    </Anchor>
  );
}
