import { listen } from "../browser/listen.ts";

/** What tells, beside changes of the document, that a click has done something. */
const EVENTS = ["scroll", "focusin", "input", "change", "toggle", "play", "fullscreenchange", "copy"];
const WINDOW_EVENTS = ["popstate", "hashchange", "blur", "beforeunload"];

/** Follows whether anything happens on the page, while it is asked to: watching every change of a document costs. */
export interface ActivityFollower {
  follow(isFollowed: boolean): void;
}

export function followActivity(onActivity: () => void): ActivityFollower {
  const mutations = new MutationObserver(onActivity);
  const onSelection = () => {
    if (document.getSelection()?.isCollapsed === false) onActivity();
  };
  let stops: (() => void)[] = [];
  const start = () => {
    mutations.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    stops = [
      ...EVENTS.map((name) => listen(document, name, onActivity, true)),
      ...WINDOW_EVENTS.map((name) => listen(window, name, onActivity)),
      listen(document, "selectionchange", onSelection),
    ];
  };
  const stop = () => {
    mutations.disconnect();
    for (const end of stops) end();
  };
  return { follow: (isFollowed) => (isFollowed ? start() : stop()) };
}
