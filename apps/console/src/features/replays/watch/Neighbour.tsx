import type { LucideIcon } from "lucide-react";
import { Link } from "wouter";

interface NeighbourProps {
  /** Null at the end of the list. */
  href: string | null;
  label: string;
  Icon: LucideIcon;
}

const PLACE = "grid size-9 place-items-center rounded-sm @max-md:size-11";

/** The replay before or after in the list. */
export function Neighbour({ href, label, Icon }: NeighbourProps) {
  const icon = <Icon aria-hidden="true" className="size-4" />;
  if (!href) return <span className={`${PLACE} text-ink-muted opacity-40`}>{icon}</span>;
  return (
    <Link href={href} aria-label={label} title={label} className={`${PLACE} hover:bg-surface-sunken`}>
      {icon}
    </Link>
  );
}
