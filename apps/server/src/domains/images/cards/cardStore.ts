import { createHash } from "node:crypto";
import type { PageCard } from "@marquee/contract";
import type { FairQueue } from "../../../platform/http/fairQueue.ts";
import type { DiskCache } from "../../../platform/storage/diskCache.ts";

interface StoredCard {
  /** PNG. */
  body: Buffer;
  /** Hash of the card's content and the design; equal digests mean equal images. */
  digest: string;
}

export interface CardStore {
  /**
   * @param client the client network that the rendering is attributed to. @throws
   * {import("../../../platform/http/fairQueue.ts").QueueFullError}
   */
  get(card: PageCard, client: string): Promise<StoredCard>;
}

interface CardStoreOptions {
  cache: DiskCache;
  /** Shared with all other CPU-bound work. */
  renderings: FairQueue<Buffer>;
  draw?: (card: PageCard) => Promise<Buffer>;
}

/** Increase this number when the design of cards changes, to invalidate cached ones. */
const DESIGN = 2;

/** Draws each social card once and caches it under a hash of its content. */
export function createCardStore({ cache, renderings, draw = drawOnDemand }: CardStoreOptions): CardStore {
  return {
    async get(card, client) {
      const digest = digestOf(card);
      const name = `${digest}.png`;
      const cached = await cache.read(name);
      if (cached) return { body: cached, digest };
      const task = async () => {
        const body = await draw(card);
        await cache.write(name, body);
        return body;
      };
      return { body: await renderings.run({ client, key: name, task }), digest };
    },
  };
}

/** Fonts and the layout engine take 40 MB, so they load only when a card is drawn, which most server runs never do. */
async function drawOnDemand(card: PageCard): Promise<Buffer> {
  const { drawCard } = await import("./drawCard.ts");
  return drawCard(card);
}

function digestOf({ brand, headline, label, accent }: PageCard): string {
  const content = JSON.stringify([DESIGN, brand, headline, label, accent]);
  return createHash("sha256").update(content).digest("hex").slice(0, 40);
}
