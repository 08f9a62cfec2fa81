import type { Answers } from "./answers.ts";
import { FLAG_TIMES } from "./flagTimes.ts";
import { loadPage } from "./loadPage.tsx";
import type { LoadedPage } from "./page.types.ts";

interface Found {
  page: LoadedPage | null;
  /** The path that an experiment shows instead. */
  elsewhere: string | null;
}

export const NOWHERE: Found = { page: null, elsewhere: null };

/** The page at a path, or where an experiment leads instead, a moment later; what is shown stays until then. */
export async function findPage(path: string, { flags, redirects }: Answers): Promise<Found> {
  const elsewhere = redirects.find(({ from, to }) => from === path && to !== path)?.to;
  if (!elsewhere) return { page: await loadPage(path, flags), elsewhere: null };
  await new Promise((resolve) => setTimeout(resolve, FLAG_TIMES.redirect));
  return { page: null, elsewhere };
}
