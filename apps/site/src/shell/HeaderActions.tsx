import { localizePath } from "@marquee/contract";
import { Anchor, ButtonLink } from "@marquee/ui";
import clsx from "clsx";
import type { HeaderProps } from "./Header.tsx";
import { NAV_ITEM } from "./navStyles.ts";
import { SignUpButton } from "./SignUpButton.tsx";

interface HeaderActionsProps extends Omit<HeaderProps, "path"> {
  /** Where the product's own sign-in is; empty when there is none. */
  loginUrl: string;
}

/** What a visitor may do from anywhere. A recognised customer's first action is to log in, a new visitor's to sign up. */
export function HeaderActions({ copy: { nav }, locale, audience, loginUrl }: HeaderActionsProps) {
  const hasLogin = loginUrl !== "";
  return (
    <div className="flex items-center gap-1 max-md:ml-auto lg:gap-2">
      <a
        href={localizePath("/contact-sales", locale)}
        data-overlay="enterprise-sales"
        data-overlay-location="nav"
        data-menu-item=""
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
            <Anchor href={loginUrl} data-menu-item="" className={clsx(NAV_ITEM, "max-md:hidden")}>
              {nav.login}
            </Anchor>
          )}
          <SignUpButton label={nav.action} locale={locale} className="max-[22.5rem]:hidden" />
        </>
      )}
    </div>
  );
}
