import type { Locale } from "@marquee/contract";
import type { ComponentType } from "react";
import { loadOverlayCopy, type OverlayCopy } from "./overlayCopy.ts";
import { OVERLAYS, type OverlayModule, type OverlayName, type OverlayProps } from "./overlays.ts";

export interface LoadedOverlay {
  Component: ComponentType<OverlayProps>;
  copy: OverlayCopy;
}

const pending = new Map<OverlayName, Promise<LoadedOverlay>>();

/**
 * Code and copy of an overlay, fetched once for this document, whose language does not change.
 * @throws when they cannot be fetched; the next call tries again.
 */
export function loadOverlay(name: OverlayName, locale: Locale): Promise<LoadedOverlay> {
  const known = pending.get(name);
  if (known) return known;
  const loading = fetchOverlay(name, locale);
  pending.set(name, loading);
  loading.catch(() => pending.delete(name));
  return loading;
}

async function fetchOverlay(name: OverlayName, locale: Locale): Promise<LoadedOverlay> {
  const load: () => Promise<OverlayModule> = OVERLAYS[name].load;
  const [module, copy] = await Promise.all([load(), loadOverlayCopy(locale)]);
  await module.prepare?.(locale);
  return { Component: module.default, copy };
}
