import { ONE_DAY } from "@marquee/contract";
import { BATCH, type Naming, type PruneStore } from "./pruneStore.ts";
import { overlapsAny, type ServedSpan } from "./recordedSpans.ts";

/** From when to when an address is named by anything that is kept. */
export type NamedSpans = ReadonlyMap<string, ServedSpan>;

/** Reads what kept pages and releases name: of each address the first and the last moment, however many name it. */
export async function readNamedSpans(
  store: PruneStore,
  mayGoOn: () => Promise<boolean>,
): Promise<NamedSpans> {
  const spans = new Map<string, ServedSpan>();
  for (const naming of await store.namedByReleases()) note(spans, naming);
  let after = "";
  while (await mayGoOn()) {
    const pages = await store.namedByPages(after);
    for (const naming of pages) note(spans, naming);
    if (pages.length < BATCH) break;
    after = pages.at(-1)?.key ?? after;
  }
  return spans;
}

/** When something was served is known to a day. */
export function isNamed({ address, ...span }: ServedSpan & { address: string }, named: NamedSpans): boolean {
  const by = named.get(address);
  return by !== undefined && overlapsAny(span, [{ from: by.from - ONE_DAY, to: by.to + ONE_DAY }]);
}

function note(spans: Map<string, ServedSpan>, { addresses, from, to }: Naming): void {
  for (const address of addresses) {
    const known = spans.get(address) ?? { from, to };
    spans.set(address, { from: Math.min(from, known.from), to: Math.max(to, known.to) });
  }
}
