import { type Locale, localizePath } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";

interface SignUpButtonProps {
  label: string;
  locale: Locale;
  size?: "sm" | "lg";
  className?: string;
}

/** Leads to the sign-up page, or opens its overlay once React answers. The campaign and plan that brought the visitor go along. */
export function SignUpButton({ label, locale, size = "sm", className }: SignUpButtonProps) {
  return (
    <ButtonLink
      href={localizePath("/sign-up", locale)}
      data-overlay="sign-up"
      data-overlay-location="nav"
      redirectParams={CARRIED}
      tracking={{ source: "nav", buttonClicked: "sign-up" }}
      size={size}
      className={className}
    >
      {label}
    </ButtonLink>
  );
}

const CARRIED = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "plan"];
