import { type ClickTracking, trackingAttributes } from "@marquee/contract";
import type { MouseEvent } from "react";
import { Anchor, type AnchorProps } from "./Anchor.tsx";
import { ButtonContent, type ButtonIcons } from "./ButtonContent.tsx";
import { type ButtonStyle, buttonStyles } from "./buttonStyles.ts";
import { carryParams } from "./carryParams.ts";
import { composeHandlers } from "./composeHandlers.ts";
import { DisabledLink } from "./DisabledLink.tsx";

interface ButtonLinkProps extends Omit<AnchorProps, "className">, ButtonStyle, ButtonIcons {
  /** Leads nowhere for now; it stays visible and says so to assistive technology. */
  disabled?: boolean | undefined;
  /** Query parameters of the current page that a click carries over to `href`. */
  redirectParams?: readonly string[] | undefined;
  tracking?: ClickTracking | undefined;
}

/** Somewhere to go, with the looks of a button (specification, section 3). */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, className, iconStart, iconEnd, children, ...link } = props;
  const { href, disabled, redirectParams = NONE, tracking, onClick, ...rest } = link;
  const look = buttonStyles({ variant, size, className });
  const content = (
    <ButtonContent iconStart={iconStart} iconEnd={iconEnd} size={size}>
      {children}
    </ButtonContent>
  );
  if (disabled) return <DisabledLink className={look}>{content}</DisabledLink>;

  const carry = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    currentTarget.href = carryParams(href, location.search, redirectParams);
  };
  return (
    <Anchor
      href={href}
      className={look}
      onClick={redirectParams.length > 0 ? composeHandlers(carry, onClick) : onClick}
      {...trackingAttributes(tracking)}
      {...rest}
    >
      {content}
    </Anchor>
  );
}

const NONE: readonly string[] = [];
