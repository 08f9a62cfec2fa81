import { ONE_DAY, RUM_PATH, SNIPPET_SCRIPT, type Timestamp } from "@marquee/contract";
import type { InstallResponse } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { queryLastEvents } from "../queries/lastEvents.ts";
import type { CurrentSite } from "../startSite.ts";

interface InstallRoutesOptions {
  eventStore: Pick<EventStore, "query">;
  site: Pick<CurrentSite, "current" | "publicHost">;
  /** Origin of the site. */
  publicUrl: string;
  cookieDomain: string | null;
  /** Write key that measuring clients send. */
  writeKey: string;
  now: () => Timestamp;
}

const LOOKED_AT = 30 * ONE_DAY;

/** The installation on the Site's other hosts, and whether their events arrive. */
export function installRoutes({
  eventStore,
  site,
  publicUrl,
  cookieDomain,
  writeKey,
  now,
}: InstallRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /install", async (): Promise<InstallResponse> => {
      const hosts = site.current().hosts.filter((host) => host !== site.publicHost);
      const last = await queryLastEvents(eventStore, { hosts, after: now() - LOOKED_AT });
      return {
        script: publicUrl + SNIPPET_SCRIPT,
        origin: publicUrl,
        cookieDomain,
        datadog: { clientToken: writeKey, proxy: new URL(RUM_PATH, publicUrl).href },
        hosts: hosts.map((host) => ({ host, lastEventAt: last.get(host) ?? null })),
      };
    });
  };
}
