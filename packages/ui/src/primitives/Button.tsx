import { type ClickTracking, trackingAttributes } from "@marquee/contract";
import type { ComponentProps } from "react";
import { ButtonContent, type ButtonIcons } from "./ButtonContent.tsx";
import { type ButtonStyle, buttonStyles } from "./buttonStyles.ts";

interface ButtonProps extends Omit<ComponentProps<"button">, "className">, ButtonStyle, ButtonIcons {
  /** Sends the form that the button stands in. */
  submit?: boolean | undefined;
  tracking?: ClickTracking | undefined;
}

/** Something that happens here (specification, section 3). It submits nothing unless told to. What leads elsewhere is a `ButtonLink`. */
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
