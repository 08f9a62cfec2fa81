import { type ClickTracking, trackingAttributes } from "@marquee/contract";
import type { ComponentProps, ReactNode } from "react";
import { type ButtonStyle, buttonStyles } from "./buttonStyles.ts";
import { Icon, type IconName } from "./Icon.tsx";

export interface ButtonIcons {
  iconStart?: IconName | undefined;
  iconEnd?: IconName | undefined;
}

/** Icon size in small buttons, in CSS pixels. The default size does not fit. */
const SMALL_ICON_SIZE = 18;

interface ButtonProps extends Omit<ComponentProps<"button">, "className">, ButtonStyle, ButtonIcons {
  /** Submits the form that contains the button. */
  submit?: boolean | undefined;
  tracking?: ClickTracking | undefined;
}

/** A button for an action on this page (specification, section 3). It submits a form only with `submit`. For navigation, use `ButtonLink`. */
export function Button(props: ButtonProps) {
  const { variant, size, className, iconStart, iconEnd, submit, tracking, children, ...rest } = props;
  return (
    <button
      type={submit ? "submit" : "button"}
      className={buttonStyles({ variant, size, className })}
      {...trackingAttributes(tracking)}
      {...rest}
    >
      <ButtonContent iconStart={iconStart} iconEnd={iconEnd} size={size}>
        {children}
      </ButtonContent>
    </button>
  );
}

/** Content of a button: an optional icon, the label, an optional icon. */
export function ButtonContent(
  props: ButtonIcons & { size: ButtonStyle["size"]; children: ReactNode },
): ReactNode {
  const { iconStart, iconEnd, size, children } = props;
  if (!iconStart && !iconEnd) return children;
  const iconSize = size === "sm" ? { size: SMALL_ICON_SIZE } : {};
  return (
    <>
      <Icon name={iconStart} {...iconSize} />
      {children}
      <Icon name={iconEnd} {...iconSize} />
    </>
  );
}
