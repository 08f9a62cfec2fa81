import type { ComponentProps } from "react";
import { type ButtonStyle, buttonStyles } from "./buttonStyles.ts";

type ButtonProps = Omit<ComponentProps<"button">, "className"> & ButtonStyle;

/** Something that happens here. It submits nothing unless told to. */
export function Button({ variant, size, className, type = "button", ...rest }: ButtonProps) {
  return (
    <button type={type} className={buttonStyles({ ...given({ variant, size }), className })} {...rest} />
  );
}

type ButtonLinkProps = Omit<ComponentProps<"a">, "className" | "href"> & ButtonStyle & { href: string };

/** Somewhere to go, with the looks of a button. */
export function ButtonLink({ variant, size, className, href, ...rest }: ButtonLinkProps) {
  return <a href={href} className={buttonStyles({ ...given({ variant, size }), className })} {...rest} />;
}

/** Leaves out what is undefined, so that defaults apply. */
function given({
  variant,
  size,
}: { [Key in "variant" | "size"]: ButtonStyle[Key] | undefined }): ButtonStyle {
  return { ...(variant && { variant }), ...(size && { size }) };
}
