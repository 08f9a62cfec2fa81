import { type Milliseconds, ONE_SECOND } from "@marquee/contract";

/**
 * First-party cookies of this document. Values are not encoded: encode anything that is not plain ASCII.
 */
export interface Cookies {
  get(name: string): string | null;
  set(name: string, value: string, lifetime: Milliseconds): void;
  remove(name: string): void;
}

/** @param domain the parent domain to set cookies on, or null for the host itself. */
export function createCookies(domain: string | null): Cookies {
  const write = (name: string, value: string, maxAgeSeconds: number) => {
    const scope = domain ? `; domain=${domain}` : "";
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and is asynchronous, which page hide cannot wait for.
    document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax${scope}${secure}`;
  };
  return {
    get(name) {
      const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
      return found ? found.slice(name.length + 1) : null;
    },
    set: (name, value, lifetime) => write(name, value, Math.round(lifetime / ONE_SECOND)),
    remove: (name) => write(name, "", 0),
  };
}
