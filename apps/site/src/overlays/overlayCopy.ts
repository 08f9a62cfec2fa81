import type { Locale } from "@marquee/contract";
import type overlaysEnglish from "../../../../content/copy/en/overlays.json";
import { loadCopy } from "../app/copy.ts";

export type OverlayCopy = typeof overlaysEnglish;

/** `copy.test.ts` holds every locale's file to the keys of the English one, which is what this cast relies on. */
export async function loadOverlayCopy(locale: Locale): Promise<OverlayCopy> {
  return (await loadCopy("overlays", locale)) as OverlayCopy;
}
