/** Cookies of a browser, by host and parent domain as in RFC 6265, section 5. Paths are always "/". */
export interface CookieJar {
  /** `document.cookie` of a document on a host. */
  documentOf(host: string): { cookie: string };
  /** Name and domain of each cookie; host cookies have no dot in front. */
  all(): string[];
}

interface Entry {
  name: string;
  value: string;
  domain: string;
  isHostOnly: boolean;
}

/** @param publicSuffixes domains on which no cookies can be set. */
export function createCookieJar(publicSuffixes: readonly string[] = []): CookieJar {
  // In the order of their creation, as browsers list them.
  const entries = new Map<string, Entry>();
  const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

  const set = (host: string, text: string) => {
    const [pair = "", ...attributes] = text.split("; ");
    const [name = "", ...rest] = pair.split("=");
    const attributeOf = (attribute: string) =>
      attributes.find((each) => each.startsWith(`${attribute}=`))?.slice(attribute.length + 1);
    const domain = attributeOf("domain") ?? host;
    const isHostOnly = attributeOf("domain") === undefined;
    if (!isWithin(host, domain) || (publicSuffixes.includes(domain) && domain !== host)) return;
    const key = JSON.stringify([name, domain, isHostOnly]);
    if (Number(attributeOf("max-age")) <= 0) entries.delete(key);
    else entries.set(key, { name, value: rest.join("="), domain, isHostOnly });
  };

  return {
    documentOf: (host) => ({
      get cookie() {
        return [...entries.values()]
          .filter(({ domain, isHostOnly }) => (isHostOnly ? host === domain : isWithin(host, domain)))
          .map(({ name, value }) => `${name}=${value}`)
          .join("; ");
      },
      set cookie(text) {
        set(host, text);
      },
    }),
    all: () =>
      [...entries.values()].map(
        ({ name, domain, isHostOnly }) => `${name} ${isHostOnly ? "" : "."}${domain}`,
      ),
  };
}
