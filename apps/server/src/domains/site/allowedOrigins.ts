import type { Config } from "../../platform/config/config.ts";
import type { AllowedOrigins } from "../../platform/http/origin.ts";
import type { CurrentSite } from "./startSite.ts";

interface AllowedOriginsOptions {
  site: Pick<CurrentSite, "current">;
  config: Pick<Config, "publicUrl" | "allowedOrigins">;
}

const LOOPBACK = /^(?:localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * The origins whose pages may send to this server: those of `ALLOWED_ORIGINS`, and the hosts of the Site over https. Over http only if the site
 * itself is served over it, or for localhost, because anyone on the network could modify such a page. Follows changes of the Site.
 */
export function createAllowedOrigins({ site, config }: AllowedOriginsOptions): AllowedOrigins {
  const isSecure = config.publicUrl.startsWith("https:");
  let lastHosts: readonly string[] | null = null;
  let origins = new Set<string>();
  return {
    has(origin) {
      const { hosts } = site.current();
      if (hosts !== lastHosts) {
        lastHosts = hosts;
        origins = new Set([...config.allowedOrigins, ...hosts.flatMap((host) => originsOf(host, isSecure))]);
      }
      return origins.has(origin);
    },
  };
}

function originsOf(host: string, isSecure: boolean): string[] {
  const protocols = isSecure && !LOOPBACK.test(host) ? ["https:"] : ["https:", "http:"];
  // Browsers leave out the default port.
  return protocols.map((protocol) => new URL(`${protocol}//${host}`).origin);
}
