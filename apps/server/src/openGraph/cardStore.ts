import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PageCard } from "@marquee/contract";
import pLimit from "p-limit";
import { writeWhole } from "../storage/writeWhole.ts";

interface StoredCard {
  /** PNG. */
  body: Buffer;
  /** The same digest is the same image. */
  digest: string;
}

export interface CardStore {
  get(card: PageCard): Promise<StoredCard>;
}

/** Raised whenever cards are drawn otherwise, so that kept ones are drawn anew. */
const DESIGN = 2;

/** Drawing takes a whole core for a while. */
const MOST_DRAWINGS = 1;

/** Draws each card once and keeps it in the folder `dir`, named by what it shows. */
export function createCardStore(dir: string): CardStore {
  const pending = new Map<string, Promise<Buffer>>();
  const inTurn = pLimit(MOST_DRAWINGS);

  async function fill(file: string, card: PageCard): Promise<Buffer> {
    const kept = await readFile(file).catch(() => null);
    if (kept) return kept;
    const body = await inTurn(() => draw(card));
    await writeWhole(file, body);
    return body;
  }

  return {
    async get(card) {
      const digest = digestOf(card);
      const file = join(dir, `${digest}.png`);
      const filling = pending.get(digest) ?? fill(file, card).finally(() => pending.delete(digest));
      pending.set(digest, filling);
      return { body: await filling, digest };
    },
  };
}

/** Fonts and the layout engine take 40 MB: they are loaded when a card has to be drawn, which most starts never do. */
async function draw(card: PageCard): Promise<Buffer> {
  const { drawCard } = await import("./drawCard.ts");
  return drawCard(card);
}

function digestOf({ brand, headline, label, accent }: PageCard): string {
  const shown = JSON.stringify([DESIGN, brand, headline, label, accent]);
  return createHash("sha256").update(shown).digest("hex").slice(0, 40);
}
