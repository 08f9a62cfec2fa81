/** Datadog's client names the tab, in its session storage. */
const TAB_ID = "_dd_tab_id";

/** Deletes what Datadog's client keeps in the browser: the visitor has withdrawn their agreement. */
export function eraseRumTraces(): void {
  sessionStorage.removeItem(TAB_ID);
}
