import { reportFailure } from "../browser/monitor.ts";
import type { Locate } from "../visitor/locate.ts";

/** Who is logged in, as a personalisation tool hears of it. */
export interface PersonalizedUser {
  id: number;
  /** In English: `Germany`; absent where it is not known. */
  country_name?: string;
}

export type Personalize = (user: PersonalizedUser) => void;

interface PersonalizationOptions {
  /** Looked for anew each time: the page's own tool may arrive late. */
  findTool: () => Personalize | null;
  locate: Locate;
  isAllowed: () => boolean;
}

/**
 * Numeric user ids are identified to a personalisation tool (specification, section 7), each once per document.
 * @returns a function that takes the id of whoever is logged in. It never throws.
 */
export function createPersonalization({ findTool, locate, isAllowed }: PersonalizationOptions) {
  let told: number | null = null;

  const tell = async (personalize: Personalize, id: number) => {
    const country = (await locate())?.country_name;
    if (isAllowed()) personalize({ id, ...(country && { country_name: country }) });
  };
  return (userId: string | null | undefined): void => {
    const id = numericId(userId);
    const personalize = id === null || id === told ? null : findTool();
    if (id === null || !personalize) return;
    told = id;
    tell(personalize, id).catch(reportFailure);
  };
}

/** @returns null for ids that are not digits alone, or too long to stay exact as a number. */
function numericId(userId: string | null | undefined): number | null {
  const id = /^\d+$/.test(userId ?? "") ? Number(userId) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** The page's own tool, `window.personalization.identify`, or null. */
export function findPageTool(): Personalize | null {
  const { personalization } = window as { personalization?: { identify?: unknown } };
  if (typeof personalization?.identify !== "function") return null;
  const tool = personalization as { identify: Personalize };
  return (user) => tool.identify(user);
}
