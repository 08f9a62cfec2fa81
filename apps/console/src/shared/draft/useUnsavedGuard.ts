import { useEffect } from "react";

const QUESTION = "Leave without saving? Your changes will be lost.";

/** Asks for confirmation before unsaved changes are lost: on a link, the Back button or closing the tab. */
export function useUnsavedGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
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
      removeEventListener("beforeunload", onUnload);
      removeEventListener("popstate", onBack, isCapture);
      document.removeEventListener("click", onClick, isCapture);
    };
  }, [isDirty]);
}

/** Whether a click follows a link to another screen in this tab. For links to other documents, `beforeunload` asks. */
function leavesScreen({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || ctrlKey || metaKey || shiftKey) return false;
  const { origin, pathname } = new URL(link.href);
  return origin === location.origin && pathname.startsWith("/console") && pathname !== location.pathname;
}
