import { type ButtonStyle, buttonStyles } from "@marquee/ui";
import type { ReactNode } from "react";
import { Link } from "wouter";

interface LinkButtonProps extends Pick<ButtonStyle, "variant" | "className"> {
  /** Another screen of the console. */
  href: string;
  children: ReactNode;
}

/** Another screen, with the looks of a small button. */
export function LinkButton({ href, variant, className, children }: LinkButtonProps) {
  return (
    <Link href={href} className={buttonStyles({ variant, size: "sm", className })}>
      {children}
    </Link>
  );
}
