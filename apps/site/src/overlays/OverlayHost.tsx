import {
  type Locale,
  localizePath,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
} from "@marquee/contract";
import { type ComponentType, useEffect, useState } from "react";
import { loadCompleteStyles } from "../browser/completeStyles.ts";
import { useStore } from "../browser/createStore.ts";
import type { Copies, CopyStore, OverlayCopy } from "../copy/copy.ts";
import { useMeasure } from "../site/measureContext.tsx";
import {
  OVERLAY_NAMES,
  OVERLAYS,
  type OverlayName,
  type OverlayProps,
  openOverlayOf,
  showOverlay,
} from "../site/overlays.ts";
import { matchPage } from "../site/pages.ts";
import { useSite } from "../site/siteContext.tsx";
import { uiState } from "../site/uiState.ts";
import { startOverlayAddress } from "./overlayAddress.ts";
import { startOverlayLinks } from "./overlayLinks.ts";

interface LoadedOverlay {
  Component: ComponentType<OverlayProps>;
  copy: OverlayCopy;
}

/** Exports of an overlay's module. */
interface OverlayModule {
  default: ComponentType<OverlayProps>;
  /** Copy that the overlay needs besides the overlays' own. It is loaded before the overlay renders. */
  copyNames?: readonly (keyof Copies)[];
}

const MODULES: Record<OverlayName, () => Promise<OverlayModule>> = {
  "sign-up": () => import("./SignUpOverlay.tsx"),
  "enterprise-sales": () => import("./EnterpriseSalesModal.tsx"),
  "ai-demo": () => import("./AiDemoModal.tsx"),
};

const pending = new Map<OverlayName, Promise<LoadedOverlay>>();

const close = () => uiState.set(showOverlay(null));

/**
 * The site's overlays. The server renders none of them; each loads on first use and then stays mounted, so that a form
 * keeps its input. Escape cancels an overlay that is still loading. If it cannot be loaded, the browser opens the equivalent page instead.
 */
export function OverlayHost() {
  const { locale, copy, pageId } = useSite();
  const { track } = useMeasure();
  const open = useStore(uiState, openOverlayOf);
  const [loaded, setLoaded] = useState<Partial<Record<OverlayName, LoadedOverlay>>>({});

  useEffect(() => startOverlayAddress(), []);
  useEffect(() => {
    // Ignore a failed prefetch: opening the overlay tries again and falls back to the page.
    return startOverlayLinks((name) => void loadOverlay(name, copy, locale).catch(() => undefined));
  }, [locale, copy]);
  useEffect(() => {
    if (!open) return;
    loadOverlay(open, copy, locale).then(
      (overlay) => setLoaded((previous) => ({ ...previous, [open]: overlay })),
      () => openOverlayOf(uiState.get()) === open && location.replace(pageInstead(open, locale)),
    );
  }, [open, locale, copy]);

  const visibleOverlay = open && loaded[open] ? open : null;
  useEffect(() => {
    if (visibleOverlay) track("Overlay Opened", { overlay: visibleOverlay });
  }, [visibleOverlay, track]);

  const isLoading = open !== null && !loaded[open];
  useEffect(() => {
    if (!isLoading) return;
    const cancel = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close();
    };
    document.addEventListener("keydown", cancel);
    return () => document.removeEventListener("keydown", cancel);
  }, [isLoading]);

  return (
    <div {...{ [SEGMENT_ROOT_ATTRIBUTE]: pageId }}>
      {OVERLAY_NAMES.map((name) => {
        const overlay = loaded[name];
        if (!overlay) return null;
        return (
          <div key={name} {...{ [SEGMENT_LOCATION_ATTRIBUTE]: name }}>
            <overlay.Component copy={overlay.copy} isOpen={open === name} onDismiss={close} />
          </div>
        );
      })}
    </div>
  );
}

/** Path of the equivalent page: in the visitor's language if that exists, otherwise in the default locale. */
function pageInstead(name: OverlayName, locale: Locale): string {
  const { page } = OVERLAYS[name];
  const localized = localizePath(page, locale);
  return matchPage(localized) ? localized : page;
}

/**
 * Loads the code and copy of an overlay. The cache ignores the locale, because a document's language does not change.
 * @throws if they cannot be fetched; the next call tries again.
 */
function loadOverlay(name: OverlayName, store: CopyStore, locale: Locale): Promise<LoadedOverlay> {
  const pendingOverlay = pending.get(name);
  if (pendingOverlay) return pendingOverlay;
  const loading = fetchOverlay(name, store, locale);
  pending.set(name, loading);
  loading.catch(() => pending.delete(name));
  return loading;
}

async function fetchOverlay(name: OverlayName, store: CopyStore, locale: Locale): Promise<LoadedOverlay> {
  const [module, copy] = await Promise.all([
    MODULES[name](),
    store.load("overlays", locale),
    loadCompleteStyles(),
  ]);
  await Promise.all((module.copyNames ?? []).map((each) => store.load(each, locale)));
  return { Component: module.default, copy };
}
