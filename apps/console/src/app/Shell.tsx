import type { SessionAnswer } from "@marquee/contract/schema";
import { SkipLink } from "@marquee/ui";
import { ChartLine, ExternalLink, LogOut, Monitor, Moon, Radio, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useTheme } from "./theme.ts";

interface ShellProps {
  account: NonNullable<SessionAnswer["account"]>;
  onSignOut: () => void;
  children: ReactNode;
}

const SCREENS = [
  { href: "/", label: "Overview", Icon: ChartLine },
  { href: "/live", label: "Live", Icon: Radio },
];
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };
const ITEM = "flex h-9 items-center gap-2.5 rounded-sm px-2.5 font-medium hover:bg-surface-sunken";

/** Navigation beside every screen; above it on phones. */
export function Shell({ account, onSignOut, children }: ShellProps) {
  const [location] = useLocation();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13rem_1fr]">
      <SkipLink target="screen" label="Skip to the screen" />
      <header className="flex items-center gap-1 border-hairline border-b px-3 py-2 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:border-r md:border-b-0 md:py-5">
        <p className="px-2.5 font-display font-semibold text-lead max-md:sr-only md:mb-5">Console</p>
        <nav aria-label="Screens" className="flex gap-1 md:flex-col">
          {SCREENS.map(({ href, label, Icon }) => (
            <Link
              key={href}
              href={href}
              aria-current={href === location ? "page" : undefined}
              className={`${ITEM} aria-[current]:bg-accent-soft aria-[current]:text-accent-strong`}
            >
              <Icon aria-hidden="true" className="size-4" />
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex gap-1 md:mt-auto md:ml-0 md:flex-col">
          <a href="/" className={ITEM} title="Open the site">
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="max-md:sr-only">Open the site</span>
          </a>
          <ThemeButton />
          <button type="button" onClick={onSignOut} className={ITEM} title={`Sign out ${account.email}`}>
            <LogOut aria-hidden="true" className="size-4" />
            <span className="max-md:sr-only">Sign out</span>
          </button>
        </div>
      </header>
      <main id="screen" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none md:px-8">
        {children}
      </main>
    </div>
  );
}

function ThemeButton() {
  const [theme, next] = useTheme();
  const Icon = THEME_ICONS[theme];
  return (
    <button type="button" onClick={next} className={ITEM} title="Change the theme">
      <Icon aria-hidden="true" className="size-4" />
      <span className="max-md:sr-only">Theme: {theme}</span>
    </button>
  );
}
