import { localeOfPath } from "@marquee/contract";
import type { Measure } from "@marquee/measure";
import { exposeApi } from "@marquee/measure/api";
import { type ReactNode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { createPages } from "./app/loadPage.tsx";
import { createCopyStore, fetchCopy, fetchStart } from "./copy/copy.ts";
import { readSettings } from "./site/settings.ts";

/**
 * Hydrates the served page. Resolves once React has hydrated and its event handlers work; at once if there is no `#root` or no such page.
 * @param measure receives `routeChanged` and `pageComplete` for each later page.
 * @throws if the page's code or copy cannot be fetched.
 */
export async function hydrate(measure: Measure): Promise<void> {
  exposeApi(measure);
  const path = location.pathname;
  const root = document.getElementById("root");
  const settings = readSettings();
  const { contentVersion, flags } = settings;
  const copy = createCopyStore(fetchCopy(contentVersion));
  const starting = fetchStart(contentVersion, localeOfPath(path));
  const pages = createPages(
    copy,
    starting.then(({ shell }) => shell.hiddenPages),
  );
  const [page, start] = await Promise.all([pages.load(path, flags), starting]);
  if (!root || !page) return;
  await new Promise<void>((resolve) => {
    // In a transition, React works in slices of a few milliseconds instead of one long task.
    startTransition(() => {
      hydrateRoot(
        root,
        <Hydrated onReady={resolve}>
          <App initial={page} pages={pages} copy={copy} start={start} settings={settings} measure={measure} />
        </Hydrated>,
      );
    });
  });
}

function Hydrated({ children, onReady }: { children: ReactNode; onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return children;
}
