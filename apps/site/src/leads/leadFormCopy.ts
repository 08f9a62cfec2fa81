import type { Locale } from "@marquee/contract";
import { reportError } from "@marquee/ui";
import { useEffect, useState } from "react";
import type english from "../../../../content/copy/en/lead-form.json";
import { loadCopy } from "../app/copy.ts";

export type LeadFormCopy = typeof english;

const loaded = new Map<Locale, LeadFormCopy>();

/**
 * Fetches the forms' texts, once. A page with a form asks for them before it renders (`prepare` of its route), so that the
 * form is in the server's markup. `copy.test.ts` holds every locale's file to the keys of the English one.
 */
export async function loadLeadFormCopy(locale: Locale): Promise<void> {
  if (!loaded.has(locale)) loaded.set(locale, (await loadCopy("lead-form", locale)) as LeadFormCopy);
}

/** The forms' texts; null for the moment until they are there, in an overlay. */
export function useLeadFormCopy(locale: Locale): LeadFormCopy | null {
  const [, setLoadedLocale] = useState<Locale | null>(null);
  const copy = loaded.get(locale) ?? null;
  useEffect(() => {
    if (!copy) loadLeadFormCopy(locale).then(() => setLoadedLocale(locale), reportMissing);
  }, [copy, locale]);
  return copy;
}

function reportMissing(error: unknown): void {
  reportError("The form's texts could not be fetched.", error);
}
