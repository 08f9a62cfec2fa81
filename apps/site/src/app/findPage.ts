import type { Answers } from "./answers.ts";
import { loadPage } from "./loadPage.tsx";
import type { LoadedPage } from "./page.types.ts";

/** An experiment leads elsewhere this long after its page was asked for, in milliseconds (specification, section 9). */
const REDIRECT_DELAY = 100;

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
  await new Promise((resolve) => setTimeout(resolve, REDIRECT_DELAY));
  return { page: null, elsewhere };
}
