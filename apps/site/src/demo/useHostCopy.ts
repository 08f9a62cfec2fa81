import type { Locale } from "@marquee/contract";
import { reportError } from "@marquee/ui";
import { useEffect, useState } from "react";
import type english from "../../../../content/copy/en/demo-host.json";
import { loadCopy } from "../app/copy.ts";

type HostCopy = typeof english;

/** What the page says in the frame's place; null until it is here. `copy.test.ts` holds each language to the keys of English. */
export function useHostCopy(locale: Locale): HostCopy | null {
  const [copy, setCopy] = useState<HostCopy | null>(null);
  useEffect(() => {
    let isStale = false;
    loadCopy("demo-host", locale).then(
      (loaded) => !isStale && setCopy(loaded as HostCopy),
      (error: unknown) => reportError("The texts around the demo could not be fetched.", error),
    );
    return () => {
      isStale = true;
    };
  }, [locale]);
  return copy;
}
