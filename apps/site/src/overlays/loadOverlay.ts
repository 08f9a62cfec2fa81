import type { Locale } from "@marquee/contract";
import type { ComponentType } from "react";
import { loadCopy, type OverlayCopy } from "../copy/copy.ts";
import type { OverlayName, OverlayProps } from "../site/overlays.ts";

export interface LoadedOverlay {
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
  const [module, copy] = await Promise.all([MODULES[name](), loadCopy("overlays", locale)]);
  await module.prepare?.(locale);
  return { Component: module.default, copy };
}
