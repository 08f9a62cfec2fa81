import clsx from "clsx";
import type { ComponentProps } from "react";
import { Link } from "wouter";

interface TextLinkProps extends Omit<ComponentProps<"a">, "href" | "ref"> {
  /** Another screen, or another state of this one. */
  href: string;
}

/** A link in a table or list: a hairline below it, stronger under the pointer. */
export function TextLink({ className, ...link }: TextLinkProps) {
  return (
    <Link
      {...link}
      className={clsx(
        "wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-current",
        className,
      )}
    />
  );
}
