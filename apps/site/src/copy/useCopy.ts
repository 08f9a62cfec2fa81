import type { Locale } from "@marquee/contract";
import { reportError } from "@marquee/ui";
import { useEffect, useState } from "react";
import { type Copies, loadCopy } from "./copy.ts";

const loaded = new Map<string, unknown>();

const keyOf = (name: string, locale: Locale) => `${locale}/${name}`;

/** Fetches copy once. If a route's `prepare` calls this, the copy is in the server's markup. @throws as {@link loadCopy} */
export async function prepareCopy(name: keyof Copies, locale: Locale): Promise<void> {
  const key = keyOf(name, locale);
  if (!loaded.has(key)) loaded.set(key, await loadCopy(name, locale));
}

/** Copy that does not come with the page; null until it has loaded. A failed load is reported, and the result stays null. */
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
