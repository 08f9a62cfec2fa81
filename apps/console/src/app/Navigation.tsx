import { CircleUserRound, ExternalLink, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { Link, useLocation } from "wouter";
import { GROUPS, isWithin, SCREENS } from "./screens.ts";
import { useTheme } from "./theme.ts";

const ITEM =
  "flex h-11 w-full items-center gap-2.5 rounded-sm px-2.5 font-medium hover:bg-surface-sunken md:h-9";
const CURRENT_ITEM = `${ITEM} aria-[current]:bg-accent-soft aria-[current]:text-accent-strong`;
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

/**
 * Links to every screen in its group, with the current one marked.
 * @param onFollow called when a link is followed, including the current one.
 */
export function Navigation({ onFollow }: { onFollow: () => void }) {
  const [location] = useLocation();
  const id = useId();
  return (
    <nav
      aria-label="Screens"
      className="grid content-start gap-4 md:-mx-1 md:min-h-0 md:flex-1 md:scroll-py-2 md:overflow-y-auto md:p-1"
    >
      {GROUPS.map((group, place) => (
        <div key={group}>
          <h2 id={`${id}-${place}`} className="px-2.5 pb-1 text-ink-muted text-xs">
            {group}
          </h2>
          <ul aria-labelledby={`${id}-${place}`} className="grid gap-0.5">
            {SCREENS.filter((screen) => screen.group === group).map(({ path, title, Icon }) => {
              const isCurrent = isWithin(path, location);
              return (
                <li key={path} ref={isCurrent ? scrollIntoSight : null}>
                  <Link
                    href={path}
                    onClick={onFollow}
                    aria-current={isCurrent ? "page" : undefined}
                    className={CURRENT_ITEM}
                  >
                    {Icon && <Icon aria-hidden="true" className="size-4" />}
                    {title}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface AccountMenuProps {
  email: string;
  /** Called when the link to the account screen is followed. */
  onFollow: () => void;
  onSignOut: () => void;
}

/** Links to the site and the account, the theme switch and sign-out. */
export function AccountMenu({ email, onFollow, onSignOut }: AccountMenuProps) {
  const [location] = useLocation();
  const [theme, next] = useTheme();
  const ThemeIcon = THEME_ICONS[theme];
  return (
    <div className="grid gap-0.5 border-hairline md:border-t md:pt-3">
      <a href="/" className={ITEM}>
        <ExternalLink aria-hidden="true" className="size-4" />
        Open the site
      </a>
      <button type="button" onClick={next} className={ITEM} title="Change the theme">
        <ThemeIcon aria-hidden="true" className="size-4" />
        Theme: {theme}
      </button>
      <Link
        href="/account"
        onClick={onFollow}
        aria-current={isWithin("/account", location) ? "page" : undefined}
        className={CURRENT_ITEM}
        title={`Signed in as ${email}`}
      >
        <CircleUserRound aria-hidden="true" className="size-4" />
        Account
      </Link>
      <button type="button" onClick={onSignOut} className={ITEM}>
        <LogOut aria-hidden="true" className="size-4" />
        Sign out
      </button>
    </div>
  );
}

/** Scrolls the current link into view. Used as a `ref` callback. */
function scrollIntoSight(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
