import type { Locale } from "@marquee/contract";
import { reportError } from "@marquee/ui";
import { useEffect, useState } from "react";
import { type Copies, loadCopy } from "./copy.ts";

const loaded = new Map<string, unknown>();

const keyOf = (name: string, locale: Locale) => `${locale}/${name}`;

/** Fetches texts, once. A page that calls it before it renders (`prepare` of its route) has them in the server's markup. */
export async function prepareCopy(name: keyof Copies, locale: Locale): Promise<void> {
  const key = keyOf(name, locale);
  if (!loaded.has(key)) loaded.set(key, await loadCopy(name, locale));
}

/** Texts that the page does not bring along; null until they are here. */
export function useCopy<Name extends keyof Copies>(name: Name, locale: Locale): Copies[Name] | null {
  const [, setLoaded] = useState("");
  const key = keyOf(name, locale);
  const copy = (loaded.get(key) ?? null) as Copies[Name] | null;
  useEffect(() => {
    if (copy) return;
    prepareCopy(name, locale).then(
      () => setLoaded(key),
      (error: unknown) => reportError(`The texts "${name}" could not be fetched.`, error),
    );
  }, [copy, key, name, locale]);
  return copy;
}
