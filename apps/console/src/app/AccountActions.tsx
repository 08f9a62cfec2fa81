import { CircleUserRound, ExternalLink, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { Link, useLocation } from "wouter";
import { itemStyles } from "./itemStyles.ts";
import { isWithin } from "./screens.ts";
import { useTheme } from "./theme.ts";

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

interface AccountActionsProps {
  email: string;
  /** Told when the account's screen was chosen. */
  onFollow: () => void;
  onSignOut: () => void;
}

/** What belongs to the person rather than to a screen. */
export function AccountActions({ email, onFollow, onSignOut }: AccountActionsProps) {
  const [location] = useLocation();
  const [theme, next] = useTheme();
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <div className="grid gap-0.5 border-hairline md:border-t md:pt-3">
      <a href="/" className={itemStyles}>
        <ExternalLink aria-hidden="true" className="size-4" />
        Open the site
      </a>
      <button type="button" onClick={next} className={itemStyles} title="Change the theme">
        <ThemeIcon aria-hidden="true" className="size-4" />
        Theme: {theme}
      </button>
      <Link
        href="/account"
        onClick={onFollow}
        aria-current={isWithin("/account", location) ? "page" : undefined}
        className={`${itemStyles} aria-[current]:bg-accent-soft aria-[current]:text-accent-strong`}
        title={`Signed in as ${email}`}
      >
        <CircleUserRound aria-hidden="true" className="size-4" />
        Account
      </Link>
      <button type="button" onClick={onSignOut} className={itemStyles}>
        <LogOut aria-hidden="true" className="size-4" />
        Sign out
      </button>
    </div>
  );
}
