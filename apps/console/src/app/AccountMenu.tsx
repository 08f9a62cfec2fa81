import clsx from "clsx";
import {
  ChevronsUpDown,
  CircleUserRound,
  ExternalLink,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Sun,
  SunMoon,
} from "lucide-react";
import { useId, useRef } from "react";
import { Link, useLocation } from "wouter";
import { ROLE_NAMES } from "../shared/account/roles.ts";
import { siteUrl } from "../shared/api/siteUrl.ts";
import type { Account } from "../shared/ui/screen.tsx";
import { useSingleKeys } from "../shared/ui/singleKeys.ts";
import { isWithin } from "./screens.ts";
import { Keys } from "./shortcuts/Keys.tsx";
import { type Theme, useTheme } from "./theme.ts";

const ITEM =
  "flex h-11 w-full items-center gap-2.5 rounded-sm px-2.5 font-medium hover:bg-surface-sunken md:h-9 aria-[current]:bg-accent-soft aria-[current]:text-accent-strong";
const ICON = "size-4 shrink-0";
const THEMES = [
  { theme: "system", label: "System theme", Icon: Monitor },
  { theme: "light", label: "Light theme", Icon: Sun },
  { theme: "dark", label: "Dark theme", Icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; Icon: unknown }[];

interface AccountMenuProps {
  account: Account;
  /** Called when the link to the account screen is followed. */
  onFollow: () => void;
  onShortcuts: () => void;
  onSignOut: () => void;
}

/**
 * Who is signed in, with links to the account and the site, the theme, the shortcuts and sign-out. In wide windows they are in a popover; phones
 * show them below the screens.
 */
export function AccountMenu({ account, onFollow, onShortcuts, onSignOut }: AccountMenuProps) {
  const [location] = useLocation();
  const [hasSingleKeys] = useSingleKeys();
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const close = () => {
    if (popover.current?.matches(":popover-open")) popover.current.hidePopover();
  };
  return (
    <div className="border-hairline max-md:border-t max-md:pt-3 md:pt-2">
      <button
        type="button"
        popoverTarget={id}
        className="flex w-full items-center gap-2.5 rounded-sm px-2 py-1.5 text-start hover:bg-surface-sunken max-md:hidden"
      >
        <Person account={account} />
        <ChevronsUpDown aria-hidden="true" className={clsx(ICON, "text-ink-muted")} />
      </button>
      <div className="flex items-center gap-2.5 px-2.5 pb-1 md:hidden">
        <Person account={account} />
      </div>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className="overflow-visible bg-transparent text-ink max-md:static max-md:grid max-md:w-full max-md:grid-cols-2 max-md:gap-x-2 max-md:border-0 max-md:p-0 md:fixed md:inset-auto md:bottom-16 md:left-3 md:m-0 md:w-60 md:rounded-md md:border md:border-hairline md:bg-surface md:p-1.5 md:shadow-float"
      >
        <Link
          href="/account"
          onClick={() => {
            close();
            onFollow();
          }}
          aria-current={isWithin("/account", location) ? "page" : undefined}
          className={ITEM}
        >
          <CircleUserRound aria-hidden="true" className={ICON} />
          Account
        </Link>
        <button
          type="button"
          aria-keyshortcuts={hasSingleKeys ? "?" : undefined}
          onClick={() => {
            close();
            onShortcuts();
          }}
          className={clsx(ITEM, "max-md:hidden")}
        >
          <Keyboard aria-hidden="true" className={ICON} />
          Keyboard shortcuts
          {hasSingleKeys && (
            <span aria-hidden="true" className="ml-auto">
              <Keys keys={["?"]} />
            </span>
          )}
        </button>
        <a href={`${siteUrl()}/`} className={ITEM}>
          <ExternalLink aria-hidden="true" className={ICON} />
          Open the site
        </a>
        <ThemeSwitch />
        <button type="button" onClick={onSignOut} className={clsx(ITEM, "md:mt-1.5")}>
          <LogOut aria-hidden="true" className={ICON} />
          Sign out
        </button>
      </div>
    </div>
  );
}

function Person({ account: { email, role } }: { account: Account }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-leaf-soft font-semibold text-leaf-strong text-xs uppercase"
      >
        {[...email][0]}
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-medium text-xs leading-snug" title={email}>
          {email}
        </span>{" "}
        <span className="block text-ink-muted text-xs">{ROLE_NAMES[role]}</span>
      </span>
    </>
  );
}

/** One of three themes. */
function ThemeSwitch() {
  const [current, setTheme] = useTheme();
  return (
    <fieldset className="flex h-11 items-center gap-2.5 px-2.5 max-md:col-span-2 md:h-9">
      <legend className="sr-only">Theme</legend>
      <SunMoon aria-hidden="true" className={ICON} />
      <span aria-hidden="true" className="flex-1 font-medium">
        Theme
      </span>
      {THEMES.map(({ theme, label, Icon }) => (
        <button
          key={theme}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={theme === current}
          onClick={() => setTheme(theme)}
          className="grid size-9 place-items-center rounded-sm text-ink-muted hover:text-ink aria-pressed:bg-surface-sunken aria-pressed:text-ink md:size-7"
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      ))}
    </fieldset>
  );
}
