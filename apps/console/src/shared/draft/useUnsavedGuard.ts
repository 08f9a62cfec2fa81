import { useEffect } from "react";

const QUESTION = "Leave without saving? Your changes will be lost.";

/** Screens with unsaved changes: one at most, but the next one may be on screen before the last one is gone. */
const unsaved = new Set<symbol>();

/**
 * Whether the screen may be left: it has no unsaved changes, or the person discards them. Call it before opening a screen other than by a
 * link.
 */
export function mayLeaveScreen(): boolean {
  return unsaved.size === 0 || confirm(QUESTION);
}

/** Asks for confirmation before unsaved changes are lost: on a link, the Back button or closing the tab. */
export function useUnsavedGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const screen = Symbol("screen");
    unsaved.add(screen);
    const { href } = location;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      if (!leavesScreen(event) || confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onBack = (event: PopStateEvent) => {
      if (confirm(QUESTION)) return;
      event.stopImmediatePropagation();
      history.pushState(null, "", href);
    };
    // Runs before the router's own listeners.
    const isCapture = { capture: true };
    addEventListener("beforeunload", onUnload);
    addEventListener("popstate", onBack, isCapture);
    document.addEventListener("click", onClick, isCapture);
    return () => {
      unsaved.delete(screen);
      removeEventListener("beforeunload", onUnload);
      removeEventListener("popstate", onBack, isCapture);
      document.removeEventListener("click", onClick, isCapture);
    };
  }, [isDirty]);
}

/**
 * Whether a click follows a link to another screen in this tab. Links to other documents are covered by
 * `beforeunload`.
 */
function leavesScreen({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || ctrlKey || metaKey || shiftKey) return false;
  const { origin, pathname } = new URL(link.href);
  return origin === location.origin && pathname.startsWith("/console") && pathname !== location.pathname;
}
