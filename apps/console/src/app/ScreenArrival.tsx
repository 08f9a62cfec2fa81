import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { followArrival } from "./arrival.ts";
import { SCREENS } from "./screens.ts";

/**
 * After a route change, moves the focus to the title of the new screen and announces it. Back, and the links to lists, return to the row of what was
 * open. Other filters of the same screen are no route change.
 */
export function ScreenArrival({ screen }: { screen: RefObject<HTMLElement | null> }) {
  const [path] = useLocation();
  const [title, setTitle] = useState("");
  const opened = useRef<{ path: string; href: string } | null>(null);
  const isBack = useRef(false);
  useEffect(() => {
    const left = opened.current;
    opened.current = { path, href: location.pathname + location.search };
    const wentBack = isBack.current;
    isBack.current = false;
    if (!left || left.path === path || !screen.current) return;
    // Going from one entry to another, such as to the next replay, is a forward navigation.
    const returns = wentBack || (isEntry(left.path) && !isEntry(path));
    // When going back, the browser restores the scroll position.
    if (!wentBack) scrollTo({ top: 0, behavior: "instant" });
    return followArrival({ screen: screen.current, leftHref: returns ? left.href : null, onTitle: setTitle });
  }, [path, screen]);
  useBack(isBack);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/** Notes whether the latest change of the address was Back or Forward. */
function useBack(isBack: RefObject<boolean>): void {
  const search = useSearch();
  useEffect(() => {
    const goBack = () => {
      isBack.current = true;
    };
    addEventListener("popstate", goBack);
    return () => removeEventListener("popstate", goBack);
  }, [isBack]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filters change, which ends a back navigation.
  useEffect(() => {
    isBack.current = false;
  }, [isBack, search]);
}

/** Whether a path is of an entry in a list, such as a lead. */
function isEntry(path: string): boolean {
  return !SCREENS.some((screen) => screen.path === path);
}
