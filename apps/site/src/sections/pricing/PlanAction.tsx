import { type Locale, localizePath } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import type { ComponentProps } from "react";

interface PlanActionProps extends Pick<ComponentProps<typeof ButtonLink>, "variant" | "size" | "className"> {
  /** A plan with a listed price leads to sign-up, one priced by quote to a person. */
  isQuoted: boolean;
  locale: Locale;
  /** Section of the page it is in. */
  location: string;
  label: string;
}

/** The call to action of a plan: an overlay once React answers, a page of its own before, and without. */
export function PlanAction({ isQuoted, locale, location, label, ...look }: PlanActionProps) {
  return (
    <ButtonLink
      href={localizePath(isQuoted ? "/contact-sales" : "/sign-up", locale)}
      data-overlay={isQuoted ? "enterprise-sales" : "sign-up"}
      data-overlay-location={location}
      {...look}
    >
      {label}
    </ButtonLink>
  );
}
