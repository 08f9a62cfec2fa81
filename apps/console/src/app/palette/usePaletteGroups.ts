import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useRoute } from "../../shared/api/useRoute.ts";
import { useDebounced } from "../../shared/form/useDebounced.ts";
import { readRecentScreens } from "../recentScreens.ts";
import { maySee, type Screen, screenAt } from "../screens.ts";
import { sessionQuery } from "../session.ts";
import {
  actionGroups,
  lookUpGroups,
  type PaletteEntry,
  type PaletteGroup,
  resultGroups,
  screenGroups,
} from "./paletteEntries.ts";

/** Shorter texts only find screens. */
const MIN_SEARCHED = 2;
/** Milliseconds after the last key press before the server is queried. */
const REST = 150;

interface PaletteGroups {
  groups: PaletteGroup[];
  /** Whether the server's results for what is typed are still loading. */
  isSearching: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** What the palette offers for what was typed: screens immediately, the server's results once they arrive. */
export function usePaletteGroups(typed: string, actions: readonly PaletteEntry[]): PaletteGroups {
  const [location] = useLocation();
  const [recent] = useState(readRecentScreens);
  const account = useQuery(sessionQuery).data?.account;
  const isVisible = (screen: Screen) => !account || maySee(account, screen);
  const wanted = typed.trim();
  const debouncedText = useDebounced(wanted, REST);
  const isSearchable = wanted.length >= MIN_SEARCHED;
  const search = useRoute(
    "GET /search",
    { query: { q: debouncedText } },
    { enabled: isSearchable && debouncedText.length >= MIN_SEARCHED, placeholderData: keepPreviousData },
  );
  const isSearching = isSearchable && (debouncedText !== wanted || search.isFetching);
  const error = isSearchable ? search.error : null;
  const results = isSearchable ? (search.data?.results ?? []) : [];
  const matchingGroups = [
    ...screenGroups({ typed, recent, current: screenAt(location)?.path, isVisible }),
    ...resultGroups(results, typed),
    ...actionGroups(actions, typed),
  ];
  const isLastResort = matchingGroups.length === 0 && !isSearching && !error;
  const groups = [...matchingGroups, ...lookUpGroups(typed, { isLastResort })];
  return { groups, isSearching, error, onRetry: () => search.refetch() };
}
