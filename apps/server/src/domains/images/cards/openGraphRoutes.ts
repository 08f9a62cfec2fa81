import {
  isLocale,
  localizePath,
  ONE_DAY,
  ONE_SECOND,
  type PageCard,
  type SiteEntry,
} from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { networkOf } from "../../../platform/http/rateLimit.ts";
import { sendImageError } from "../../../platform/http/sendImageError.ts";
import type { Content } from "../../content/startContent.ts";
import type { CardStore } from "./cardStore.ts";

interface OpenGraphOptions {
  store: CardStore;
  entry: Pick<SiteEntry, "describePage">;
  content: Pick<Content, "find">;
}

interface Params {
  locale: string;
  "*": string;
}

const CACHE_CONTROL = `public, max-age=${ONE_DAY / ONE_SECOND}, stale-while-revalidate=${(7 * ONE_DAY) / ONE_SECOND}`;

/**
 * `GET /og/<locale>/<page name>.png`: the social card of a page (Open Graph image). The name of a content page is its path
 * in the default locale.
 */
export function registerOpenGraph(
  server: FastifyInstance,
  { store, entry, content }: OpenGraphOptions,
): void {
  const describe = async (locale: string, name: string): Promise<PageCard | null> => {
    if (!isLocale(locale)) return null;
    const written = content.find(localizePath(`/${name}`, locale));
    return (await entry.describePage({ name, locale })) ?? (written ? entry.describePage(written) : null);
  };

  const errorHandler = sendImageError;
  server.get<{ Params: Params }>("/og/:locale/*", { errorHandler }, async (request, reply) => {
    const { locale, "*": file } = request.params;
    const name = /^(.+)\.png$/.exec(file)?.[1];
    const card = name === undefined ? null : await describe(locale, name);
    if (!card) {
      const message = `There is no page for the image /og/${locale}/${file}.`;
      return reply.code(404).header("cache-control", "no-store").send({ error: { message } });
    }
    const { body, digest } = await store.get(card, networkOf(request.ip));
    const etag = `"${digest}"`;
    reply.headers({ etag, "cache-control": CACHE_CONTROL });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("image/png").send(body);
  });
}
