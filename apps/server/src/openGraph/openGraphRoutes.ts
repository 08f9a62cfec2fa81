import { isLocale, ONE_DAY, ONE_SECOND, type SiteEntry } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { CardStore } from "./cardStore.ts";

interface OpenGraphOptions {
  store: CardStore;
  /** What a page's card shows, or null where there is no such page. */
  describePage: SiteEntry["describePage"];
}

const CACHE_CONTROL = `public, max-age=${ONE_DAY / ONE_SECOND}, stale-while-revalidate=${(7 * ONE_DAY) / ONE_SECOND}`;

/** `GET /og/<locale>/<page name>.png`: the image that stands for a page where it is shared. */
export function registerOpenGraph(server: FastifyInstance, { store, describePage }: OpenGraphOptions): void {
  server.get<{ Params: { locale: string; "*": string } }>("/og/:locale/*", async (request, reply) => {
    const { locale, "*": file } = request.params;
    const name = /^(.+)\.png$/.exec(file)?.[1];
    const card = name && isLocale(locale) ? await describePage(name, locale) : null;
    if (!card) {
      const message = `No page has the image /og/${locale}/${file}.`;
      return reply.code(404).header("cache-control", "no-store").send({ error: { message } });
    }
    const { body, digest } = await store.get(card);
    const etag = `"${digest}"`;
    reply.headers({ etag, "cache-control": CACHE_CONTROL, "x-content-type-options": "nosniff" });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("image/png").send(body);
  });
}
