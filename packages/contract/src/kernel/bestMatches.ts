/** Letters and digits of any script. */
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

interface MatchOptions<Item> {
  /** The texts of an item that may match; the best one counts. */
  textsOf: (item: Item) => readonly string[];
  limit: number;
}

/**
 * The items that match what someone typed into a search: first those with a text that starts with it, then those with a word that does, then
 * those that contain it. Equal ones keep their order. Case and surrounding white space are ignored; nothing matches an empty search.
 */
export function bestMatches<Item>(
  items: readonly Item[],
  typed: string,
  { textsOf, limit }: MatchOptions<Item>,
): Item[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  return items
    .map((item) => ({ item, rank: Math.min(...textsOf(item).map((text) => rankOf(wanted, text))) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ item }) => item);
}

/**
 * 0 for a start, 1 for the start of a word, 2 for a position inside one, infinite for none. @param wanted in lower case.
 */
function rankOf(wanted: string, text: string): number {
  const searched = text.toLowerCase();
  let rank = Number.POSITIVE_INFINITY;
  for (let at = searched.indexOf(wanted); at !== -1; at = searched.indexOf(wanted, at + 1)) {
    if (at === 0) return 0;
    rank = Math.min(rank, WORD_CHARACTER.test(searched.charAt(at - 1)) ? 2 : 1);
  }
  return rank;
}
