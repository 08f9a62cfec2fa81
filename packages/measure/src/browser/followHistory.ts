import { monitor } from "./monitor.ts";

/**
 * Calls back after client-side navigation. Routers change the URL with `history`, which fires no event in every browser that we support, so its
 * two methods are wrapped. Their results and exceptions are unchanged.
 */
export function followHistory(onChange: () => void): void {
  let address = location.href;
  const notify = monitor(() => {
    if (location.href === address) return;
    address = location.href;
    onChange();
  });
  for (const name of ["pushState", "replaceState"] as const) {
    const change = history[name];
    history[name] = function (this: History, ...args: Parameters<History["pushState"]>) {
      change.apply(this, args);
      notify();
    };
  }
  window.addEventListener("popstate", notify);
}
