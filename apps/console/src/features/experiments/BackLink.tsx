import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";

/** To the screen that this one hangs below. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="inline-flex items-center gap-1.5 text-ink-muted underline underline-offset-4"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  );
}
