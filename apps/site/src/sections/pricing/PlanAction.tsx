import { type Locale, localizePath } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import type { ComponentProps } from "react";

interface PlanActionProps extends Pick<ComponentProps<typeof ButtonLink>, "variant" | "size" | "className"> {
  /** True if there is no list price: the button then contacts sales instead of signing up. */
  isQuoted: boolean;
  locale: Locale;
  /** Section of the page, reported as the overlay's location. */
  location: string;
  label: string;
}

/** The call to action of a plan. Opens an overlay once React has hydrated; otherwise links to the equivalent page. */
export function PlanAction({ isQuoted, locale, location, label, ...look }: PlanActionProps) {
  return (
    <ButtonLink
      href={localizePath(isQuoted ? "/contact-sales" : "/sign-up", locale)}
      data-overlay={isQuoted ? "enterprise-sales" : "sign-up"}
      data-overlay-location={location}
      tracking={{ source: location }}
      {...look}
    >
      {label}
    </ButtonLink>
  );
}
