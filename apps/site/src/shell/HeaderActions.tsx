import { type Audience, localizePath, trackingAttributes } from "@marquee/contract";
import { Anchor, ButtonLink } from "@marquee/ui";
import clsx from "clsx";
import type { NavProps } from "./links.ts";
import { NAV_ITEM } from "./MainNav.tsx";

const CARRIED = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "plan"];

interface HeaderActionsProps extends Omit<NavProps, "path"> {
  audience: Audience;
  /** As in `loginHref`. */
  loginUrl: string;
}

/** Actions in the header. The main one is to log in for a known customer with a sign-in URL, otherwise to sign up. */
export function HeaderActions({ copy: { nav }, locale, audience, loginUrl }: HeaderActionsProps) {
  const hasLogin = loginUrl !== "";
  return (
    <div className="flex items-center gap-1 max-md:ml-auto lg:gap-2">
      <a
        href={localizePath("/contact-sales", locale)}
        data-overlay="enterprise-sales"
        data-overlay-location="nav"
        data-menu-item=""
        {...trackingAttributes({ source: "nav", buttonClicked: "contact-sales", linkTitle: nav.contact })}
        className={clsx(NAV_ITEM, "max-lg:hidden")}
      >
        {nav.contact}
      </a>
      {hasLogin && audience === "customer" ? (
        <ButtonLink href={loginUrl} size="sm" tracking={{ source: "nav", buttonClicked: "login" }}>
          {nav.login}
        </ButtonLink>
      ) : (
        <>
          {hasLogin && (
            <Anchor
              href={loginUrl}
              data-menu-item=""
              {...trackingAttributes({ source: "nav", buttonClicked: "login", linkTitle: nav.login })}
              className={clsx(NAV_ITEM, "max-md:hidden")}
            >
              {nav.login}
            </Anchor>
          )}
          <SignUpButton label={nav.action} locale={locale} className="max-[22.5rem]:hidden" />
        </>
      )}
    </div>
  );
}

/** Actions at the bottom of the mobile menu, within thumb reach. Known customers get the login first, and no sign-up. */
export function MobileActions({ copy: { nav }, locale, audience, loginUrl }: HeaderActionsProps) {
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

interface SignUpButtonProps {
  label: string;
  locale: NavProps["locale"];
  size?: "sm" | "lg";
  className?: string;
}

/** Links to the sign-up page, or opens its overlay once React has hydrated. A click carries over the campaign and plan parameters. */
function SignUpButton({ label, locale, size = "sm", className }: SignUpButtonProps) {
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
