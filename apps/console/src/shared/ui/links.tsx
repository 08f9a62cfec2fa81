import { type ButtonStyle, buttonStyles } from "@marquee/ui";
import clsx from "clsx";
import { ArrowLeft } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { withLastSearch } from "./lastSearch.ts";

interface LinkButtonProps extends Pick<ButtonStyle, "variant" | "className"> {
  /** Path of another screen. */
  href: string;
  children: ReactNode;
}

/** A link to another screen, styled as a small button. */
export function LinkButton({ href, variant, className, children }: LinkButtonProps) {
  return (
    <Link href={href} className={buttonStyles({ variant, size: "sm", className })}>
      {children}
    </Link>
  );
}

/** A link to the parent screen, with its last filters. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={withLastSearch(href)}
      className="inline-flex items-center gap-1.5 text-ink-muted underline underline-offset-4"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  );
}

interface TextLinkProps extends Omit<ComponentProps<"a">, "href" | "ref"> {
  /** Path of another screen, or another state of this one. */
  href: string;
}

/** A link in a table or list, with a thin underline that gets stronger on hover. */
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
