import { CircleUserRound, ExternalLink, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { Link, useLocation } from "wouter";
import { GROUPS, isWithin, SCREENS } from "./screens.ts";
import { useTheme } from "./theme.ts";

const ITEM =
  "flex h-11 w-full items-center gap-2.5 rounded-sm px-2.5 font-medium hover:bg-surface-sunken md:h-9";
const CURRENT_ITEM = `${ITEM} aria-[current]:bg-accent-soft aria-[current]:text-accent-strong`;
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

/** The screens in their groups; the current one is marked. @param onFollow called when a link is followed, the current one included. */
export function Navigation({ onFollow }: { onFollow: () => void }) {
  const [location] = useLocation();
  const id = useId();
  return (
    <nav aria-label="Screens" className="grid content-start gap-4 md:min-h-0 md:flex-1 md:overflow-y-auto">
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
  /** Called when the account screen is followed. */
  onFollow: () => void;
  onSignOut: () => void;
}

/** What belongs to the person rather than to a screen. */
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

/** A `ref` callback that scrolls the current link into view. */
function scrollIntoSight(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
