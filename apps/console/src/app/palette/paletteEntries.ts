import { bestMatches } from "@marquee/contract";
import type { SearchKind, SearchResult } from "@marquee/contract/schema";
import {
  FileText,
  Flag,
  FlaskConical,
  Inbox,
  type LucideIcon,
  PanelTop,
  UserRoundSearch,
  UsersRound,
} from "lucide-react";
import { ORDERED_SCREENS, type Screen } from "../screens.ts";
import { screenKeys } from "../shortcuts/readShortcut.ts";

/** A choice of the palette: it opens a screen, or runs an action. */
export interface PaletteEntry {
  /** Unique among all entries. */
  id: string;
  title: string;
  detail: string;
  Icon: LucideIcon;
  keys: readonly string[];
  target: { href: string } | { run: () => void };
}

export interface PaletteGroup {
  name: string;
  entries: PaletteEntry[];
}

/** Screens that need no parameter, in the order of the navigation. */
const OPENABLE = ORDERED_SCREENS.filter(({ path }) => !path.includes(":"));
const MAX_RECENT = 5;
const MAX_SCREENS = 6;

interface ScreensOptions {
  typed: string;
  /** Paths of recently used screens, the latest first. */
  recent: readonly string[];
  /** Path of the screen that is open; it is not offered until someone types its name. */
  current: string | undefined;
  /** Whether the person may see a screen; true for all by default. */
  isVisible?: (screen: Screen) => boolean;
}

/**
 * The screens to offer. Before anything is typed: recently used ones, then all others. After that: those with a matching title, then those
 * with a matching keyword, with recently used ones first within each.
 */
export function screenGroups({
  typed,
  recent,
  current,
  isVisible = () => true,
}: ScreensOptions): PaletteGroup[] {
  const openable = OPENABLE.filter(isVisible);
  const byUse = [...openable].sort((one, other) => placeIn(recent, one) - placeIn(recent, other));
  if (typed.trim() === "") {
    const used = byUse.filter(({ path }) => recent.includes(path) && path !== current).slice(0, MAX_RECENT);
    const remaining = openable.filter((screen) => !used.includes(screen) && screen.path !== current);
    return [groupOf("Recent", used), groupOf("Screens", remaining)].filter(
      ({ entries }) => entries.length > 0,
    );
  }
  const find = (textsOf: (screen: Screen) => string[]) =>
    bestMatches(byUse, typed, { textsOf, limit: MAX_SCREENS });
  const matches = new Set([
    ...find(({ title }) => [title]),
    ...find(({ keywords = "", group = "" }) => [...keywords.split(", "), group]),
  ]);
  return matches.size === 0 ? [] : [groupOf("Screens", [...matches].slice(0, MAX_SCREENS))];
}

function placeIn(recent: readonly string[], { path }: Screen): number {
  const place = recent.indexOf(path);
  return place === -1 ? recent.length : place;
}

function groupOf(name: string, screens: readonly Screen[]): PaletteGroup {
  return {
    name,
    entries: screens.map((screen) => ({
      id: `screen:${screen.path}`,
      title: screen.title,
      detail: screen.group ?? "",
      Icon: screen.Icon ?? PanelTop,
      keys: screenKeys(screen),
      target: { href: screen.path },
    })),
  };
}

const KINDS: Record<SearchKind, { name: string; Icon: LucideIcon }> = {
  page: { name: "Pages", Icon: FileText },
  lead: { name: "Leads", Icon: Inbox },
  experiment: { name: "Experiments", Icon: FlaskConical },
  flag: { name: "Flags", Icon: Flag },
  account: { name: "Team", Icon: UsersRound },
};

/** The server's results, in groups. Results of an earlier search stay until new ones arrive, without those that no longer match. */
export function resultGroups(results: readonly SearchResult[], typed: string): PaletteGroup[] {
  const textsOf = ({ title, detail }: SearchResult) => [title, detail];
  const matches = new Set(bestMatches(results, typed, { textsOf, limit: results.length }));
  return Object.entries(KINDS)
    .map(([kind, { name, Icon }]) => ({
      name,
      entries: results
        .filter((result) => result.kind === kind && matches.has(result))
        .map(({ title, detail, href }) => {
          const id = `${kind}:${href}:${title}`;
          return { id, title, detail, Icon, keys: [], target: { href } };
        }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Minimum and maximum length of what the Privacy requests screen looks up. */
const LOOK_UP_LENGTHS = { min: 3, max: 254 };
/** Characters that appear in IDs and email addresses but not in names of screens. */
const ID_SIGN = /[@\d]/;

interface LookUpOptions {
  /** Whether there is nothing else to offer. */
  isLastResort: boolean;
}

/** Offers to look up everything about a person by what was typed: an anonymous ID, user ID, email address or lead ID. */
export function lookUpGroups(typed: string, { isLastResort }: LookUpOptions): PaletteGroup[] {
  const id = typed.trim();
  const { min, max } = LOOK_UP_LENGTHS;
  if (id.length < min || id.length > max || /\s/.test(id) || !(isLastResort || ID_SIGN.test(id))) return [];
  const target = { href: `/privacy-requests?${new URLSearchParams({ id })}` };
  const title = `Look up “${id}”`;
  const entry = { id: "look-up", title, detail: "Visitor or lead", Icon: UserRoundSearch, keys: [], target };
  return [{ name: "Privacy requests", entries: [entry] }];
}

/** The actions whose title matches, or all of them before anything is typed. */
export function actionGroups(actions: readonly PaletteEntry[], typed: string): PaletteGroup[] {
  const textsOf = ({ title }: PaletteEntry) => [title];
  const entries =
    typed.trim() === "" ? [...actions] : bestMatches(actions, typed, { textsOf, limit: actions.length });
  return entries.length > 0 ? [{ name: "Actions", entries }] : [];
}
