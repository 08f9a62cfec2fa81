import { type Locale, localizePath } from "@marquee/contract";
import { type ComponentType, useEffect, useState } from "react";
import { useStore } from "../browser/createStore.ts";
import { loadCopy, type OverlayCopy } from "../copy/copy.ts";
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

/** Exports of an overlay's file. */
interface OverlayModule {
  default: ComponentType<OverlayProps>;
  /** Loads everything needed to render it completely. */
  prepare?(locale: Locale): Promise<void>;
}

const MODULES: Record<OverlayName, () => Promise<OverlayModule>> = {
  "sign-up": () => import("./SignUpOverlay.tsx"),
  "enterprise-sales": () => import("./EnterpriseSalesModal.tsx"),
  "ai-demo": () => import("./AiDemoModal.tsx"),
};

const pending = new Map<OverlayName, Promise<LoadedOverlay>>();

const close = () => uiState.set(showOverlay(null));

/**
 * The overlays of the site. None is in the server's markup; each is fetched when it is first wanted and stays from then
 * on, so that a form keeps what was typed into it. If it cannot be fetched, the page that does the same takes its place.
 */
export function OverlayHost() {
  const { locale } = useSite();
  const open = useStore(uiState, openOverlayOf);
  const [loaded, setLoaded] = useState<Partial<Record<OverlayName, LoadedOverlay>>>({});

  useEffect(() => startOverlayAddress(), []);
  useEffect(() => {
    // A failed attempt costs nothing: opening tries again, and reports.
    return startOverlayLinks((name) => void loadOverlay(name, locale).catch(() => undefined));
  }, [locale]);
  useEffect(() => {
    if (!open) return;
    loadOverlay(open, locale).then(
      (overlay) => setLoaded((others) => ({ ...others, [open]: overlay })),
      () => location.replace(pageInstead(open, locale)),
    );
  }, [open, locale]);

  return OVERLAY_NAMES.map((name) => {
    const overlay = loaded[name];
    if (!overlay) return null;
    return <overlay.Component key={name} copy={overlay.copy} isOpen={open === name} onDismiss={close} />;
  });
}

/** The page that does the same, in the visitor's language where there is one. */
function pageInstead(name: OverlayName, locale: Locale): string {
  const { page } = OVERLAYS[name];
  const localized = localizePath(page, locale);
  return matchPage(localized) ? localized : page;
}

/**
 * Code and copy of an overlay, fetched once for this document, whose language does not change.
 * @throws when they cannot be fetched; the next call tries again.
 */
function loadOverlay(name: OverlayName, locale: Locale): Promise<LoadedOverlay> {
  const known = pending.get(name);
  if (known) return known;
  const loading = fetchOverlay(name, locale);
  pending.set(name, loading);
  loading.catch(() => pending.delete(name));
  return loading;
}

async function fetchOverlay(name: OverlayName, locale: Locale): Promise<LoadedOverlay> {
  const [module, copy] = await Promise.all([MODULES[name](), loadCopy("overlays", locale)]);
  await module.prepare?.(locale);
  return { Component: module.default, copy };
}
