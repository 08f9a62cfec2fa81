import { localizePath } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import type { HeaderProps } from "./Header.tsx";
import { SignUpButton } from "./SignUpButton.tsx";

interface MobileActionsProps extends Omit<HeaderProps, "path"> {
  loginUrl: string;
}

/** The actions at the foot of the mobile menu, within the thumb's reach. A recognised customer's first one is to log in. */
export function MobileActions({ copy: { nav }, locale, audience, loginUrl }: MobileActionsProps) {
  const isLoginFirst = loginUrl !== "" && audience === "customer";
  return (
    <div className="mt-auto grid gap-3 pt-8">
      {isLoginFirst || <SignUpButton label={nav.action} locale={locale} size="lg" />}
      {loginUrl && (
        <ButtonLink
          href={loginUrl}
          variant={isLoginFirst ? "primary" : "secondary"}
          size="lg"
          tracking={{ source: "nav", buttonClicked: "login" }}
        >
          {nav.login}
        </ButtonLink>
      )}
      <ButtonLink
        href={localizePath("/contact-sales", locale)}
        data-overlay="enterprise-sales"
        data-overlay-location="nav"
        variant="secondary"
        size="lg"
        tracking={{ source: "nav", buttonClicked: "contact-sales" }}
      >
        {nav.contact}
      </ButtonLink>
    </div>
  );
}
