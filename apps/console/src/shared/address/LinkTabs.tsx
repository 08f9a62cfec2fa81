import { Link } from "wouter";

interface LinkTabsProps {
  /** Accessible name of the tabs. */
  label: string;
  tabs: readonly { href: string; name: string; isChosen: boolean }[];
}

/** Tabs that are links, so that the selection is in the URL. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-5 border-hairline border-b">
      {tabs.map(({ href, name, isChosen }) => (
        <Link
          key={name}
          href={href}
          replace
          aria-current={isChosen ? "true" : undefined}
          className="-mb-px border-transparent border-b-2 py-2 text-ink-muted tabular-nums hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
