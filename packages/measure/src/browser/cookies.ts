import { type Milliseconds, ONE_SECOND } from "@marquee/contract";

/**
 * First-party cookies of this document. Values are not encoded: encode anything that is not plain ASCII.
 */
export interface Cookies {
  get(name: string): string | null;
  /** All cookies, of the host and of its parent domains, as in `document.cookie`. */
  text(): string;
  /** Sets a cookie. One of the same name on another domain that would be read instead is removed. */
  set(name: string, value: string, lifetime: Milliseconds): void;
  /** Removes all cookies of a name, on any domain. */
  remove(name: string): void;
}

/** @param parentDomain the parent domain to set cookies on, or null for the host itself. */
export function createCookies(parentDomain: string | null): Cookies {
  const write = (name: string, value: string, maxAgeSeconds: number, domain = parentDomain) => {
    const scope = domain ? `; domain=${domain}` : "";
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and is asynchronous, which page hide cannot wait for.
    document.cookie = `${name}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax${scope}${secure}`;
  };
  const get = (name: string) => {
    const pair = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
    return pair ? pair.slice(name.length + 1) : null;
  };
  // Browsers ignore domains that the host does not belong to.
  const remove = (name: string) =>
    ["", ...location.hostname.split(".")].forEach((label, at, labels) => {
      write(name, "", 0, label && labels.slice(at).join("."));
    });
  return {
    get,
    text: () => document.cookie,
    set(name, value, lifetime) {
      const set = () => write(name, value, Math.round(lifetime / ONE_SECOND));
      set();
      if (get(name) === value) return;
      remove(name);
      set();
    },
    remove,
  };
}
