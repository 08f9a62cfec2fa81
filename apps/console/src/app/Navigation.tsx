import type { Access } from "@marquee/contract/schema";
import clsx from "clsx";
import { ArrowLeft, ChevronRight, Settings } from "lucide-react";
import { useId } from "react";
import { Link, useLocation } from "wouter";
import { useScreenHref } from "../shared/address/useScope.ts";
import { useRoute } from "../shared/api/useRoute.ts";
import { useSingleKeys } from "../shared/ui/singleKeys.ts";
import { readRecentScreens } from "./recentScreens.ts";
import { GROUPS, type Group, isMarked, maySee, SCREENS, type Screen, screenAt } from "./screens.ts";
import { screenKeys } from "./shortcuts/readShortcut.ts";

/**
 * Rows are large enough to tap on phones, and short enough in low windows that all groups fit into 700 px.
 */
const ITEM =
  "flex h-11 w-full items-center gap-2.5 rounded-sm px-2.5 font-medium hover:bg-surface-sunken md:h-7.5 md:low:h-6";
const CURRENT_ITEM = `${ITEM} aria-[current]:bg-accent-soft aria-[current]:text-accent-strong`;
const ICON = "size-4 shrink-0";

const SETTINGS: Group = "Settings";

interface Following {
  /** Called when a link is followed, including the current one. */
  onFollow: () => void;
}

interface NavigationProps extends Following {
  account: Access;
}

/**
 * Links to every screen in its group, with the current one marked. Phones show all groups. In wide windows, the settings have their own list,
 * which replaces the other groups while one of its screens is open.
 */
export function Navigation({ account, onFollow }: NavigationProps) {
  const [location] = useLocation();
  const isInSettings = screenAt(location)?.group === SETTINGS;
  return (
    <nav
      aria-label="Screens"
      className="grid content-start gap-3 md:-mx-1 md:min-h-0 md:flex-1 md:scroll-py-2 md:overflow-y-auto md:p-1 md:low:gap-0"
    >
      {isInSettings && <WayBack account={account} onFollow={onFollow} />}
      {GROUPS.map((group) => (
        <ScreenGroup
          key={group}
          group={group}
          screens={SCREENS.filter((screen) => screen.group === group && maySee(account, screen))}
          location={location}
          onFollow={onFollow}
          className={clsx({ "md:hidden": (group === SETTINGS) !== isInSettings })}
        />
      ))}
      {!isInSettings && <WayToSettings account={account} onFollow={onFollow} />}
    </nav>
  );
}

interface ScreenGroupProps extends Following {
  group: Group;
  screens: readonly Screen[];
  location: string;
  className: string;
}

function ScreenGroup({ group, screens, location, onFollow, className }: ScreenGroupProps) {
  const id = useId();
  if (screens.length === 0) return null;
  return (
    <div className={className}>
      <h2
        id={id}
        className="px-2.5 pb-1 text-ink-muted text-xs md:pb-0.5 md:low:pb-0 md:low:leading-[1.125rem]"
      >
        {group}
      </h2>
      <ul aria-labelledby={id} className="grid grid-cols-2 gap-x-2 md:grid-cols-1">
        {screens.map((screen) => (
          <ScreenLink key={screen.path} screen={screen} location={location} onFollow={onFollow} />
        ))}
      </ul>
    </div>
  );
}

interface ScreenLinkProps extends Following {
  screen: Screen;
  location: string;
}

function ScreenLink({ screen, location, onFollow }: ScreenLinkProps) {
  const { path, title, Icon } = screen;
  const hrefOf = useScreenHref({ hasOwnDefault: true });
  const isCurrent = isMarked(path, location);
  const [hasSingleKeys] = useSingleKeys();
  const keys = hasSingleKeys ? screenKeys(screen) : [];
  return (
    <li ref={isCurrent ? scrollIntoSight : null}>
      <Link
        href={hrefOf(path)}
        onClick={onFollow}
        aria-current={isCurrent ? "page" : undefined}
        title={keys.length > 0 ? keys.join(" then ") : undefined}
        className={CURRENT_ITEM}
      >
        {Icon && <Icon aria-hidden="true" className={ICON} />}
        {title}
        {path === "/alerts" && <OpenAlarms />}
        {path === "/leads" && <UnreadLeads />}
      </Link>
    </li>
  );
}

const COUNT_INTERVAL = 60_000;

/** How many leads nobody on the team has opened yet. */
function UnreadLeads() {
  const { data } = useRoute("GET /leads/unread", {}, { refetchInterval: COUNT_INTERVAL });
  return <Count of={data?.unread ?? 0} noun="unread" className="bg-accent-soft text-accent-strong" />;
}

/** How many alarms are open. */
function OpenAlarms() {
  const { data } = useRoute("GET /alarms/count", {}, { refetchInterval: COUNT_INTERVAL });
  return <Count of={data?.open ?? 0} noun="open" className="bg-clay-soft text-clay" />;
}

function Count({ of, noun, className }: { of: number; noun: string; className: string }) {
  if (of === 0) return null;
  return (
    <span className={clsx("ml-auto rounded-full px-1.5 text-xs tabular-nums", className)}>
      {of > 99 ? "99+" : of}
      <span className="sr-only"> {noun}</span>
    </span>
  );
}

/** Opens the settings at the screen that was used last. */
function WayToSettings({ account, onFollow }: NavigationProps) {
  const path = latestScreen((screen) => screen.group === SETTINGS && maySee(account, screen));
  return (
    <Link href={path} onClick={onFollow} className={clsx(ITEM, "max-md:hidden md:mt-1 md:low:mt-0")}>
      <Settings aria-hidden="true" className={ICON} />
      {SETTINGS}
      <ChevronRight aria-hidden="true" className={clsx(ICON, "ml-auto text-ink-muted")} />
    </Link>
  );
}

/** Returns from the settings to the screen that was open before. */
function WayBack({ account, onFollow }: NavigationProps) {
  const path = latestScreen((screen) => screen.group !== SETTINGS && maySee(account, screen));
  return (
    <Link href={path} onClick={onFollow} className={clsx(ITEM, "text-ink-muted max-md:hidden")}>
      <ArrowLeft aria-hidden="true" className={ICON} />
      All screens
    </Link>
  );
}

/** The path of the screen of this kind that was used last, or of the first one. */
function latestScreen(isKind: (screen: Screen) => boolean): string {
  const paths = SCREENS.filter((screen) => screen.group !== undefined && isKind(screen)).map(
    ({ path }) => path,
  );
  return readRecentScreens().find((path) => paths.includes(path)) ?? paths[0] ?? "/";
}

/** Scrolls the current link into view. Used as a `ref` callback. */
function scrollIntoSight(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
