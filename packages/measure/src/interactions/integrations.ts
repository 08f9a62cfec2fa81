import type { SegmentEvent } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { reportInternalError } from "../browser/monitor.ts";
import { createGetCountry, fetchLocation, type GetCountry } from "../visitor/getCountry.ts";
import { GTAG_KEY, LOCATION_KEY } from "../visitor/visitKeys.ts";
import { createGoogleTag, findPageTag } from "./googleTag.ts";

export interface Integrations {
  /** Receives each event before it is queued: adds the Google tag's IDs, and passes identified users to the personalization tool. */
  see(event: SegmentEvent): void;
  /** The visitor's country, cached for a day. */
  locate: GetCountry;
}

interface IntegrationsOptions {
  /** Whether the visitor's consent to C0002 still holds. */
  isAllowed: () => boolean;
  store: LocalStore;
  /** Origin of the server. Defaults to the page's origin. */
  endpoint?: string;
  personalization?: Personalize;
  gtagId?: string | null;
}

/** Segment's name for the destination of the Google tag's IDs. */
const GOOGLE_ANALYTICS = "Google Analytics 4";

/** Connects the page's other tools: Google's tag and a personalization tool. */
export function startIntegrations(
  options: IntegrationsOptions,
  { userId }: Pick<SegmentEvent, "userId">,
): Integrations {
  const { isAllowed, store, endpoint = "", personalization, gtagId } = options;
  const now = Date.now;
  const ask = () => fetchLocation(endpoint);
  const locate = createGetCountry({ store, key: LOCATION_KEY, isAllowed, now, ask });
  const findTool = () => personalization ?? findPageTool();
  const personalize = createPersonalization({ findTool, locate, isAllowed });
  const tag = { findTag: findPageTag, store, key: GTAG_KEY, isAllowed, now };
  const readTag = gtagId ? createGoogleTag({ gtagId, ...tag }) : null;
  readTag?.();
  personalize(userId ?? null);
  const see = (event: SegmentEvent) => {
    const ids = readTag?.();
    if (ids) event.integrations = { ...event.integrations, [GOOGLE_ANALYTICS]: ids };
    if (event.type === "identify") personalize(event.userId);
  };
  return { see, locate };
}

/** The logged-in user, as sent to a personalization tool. */
export interface PersonalizedUser {
  id: number;
  /** In English, such as `Germany`; absent if unknown. */
  country_name?: string;
}

export type Personalize = (user: PersonalizedUser) => void;

interface PersonalizationOptions {
  /** Called every time, because the page's own tool may load late. */
  findTool: () => Personalize | null;
  locate: GetCountry;
  isAllowed: () => boolean;
}

/**
 * Identifies users with numeric IDs to a personalization tool (specification, section 7); the same user in a row only once.
 * @returns a function that takes the ID of the logged-in user. It never throws.
 */
export function createPersonalization({ findTool, locate, isAllowed }: PersonalizationOptions) {
  let identified: number | null = null;

  const tell = async (personalize: Personalize, id: number) => {
    const country = (await locate())?.country_name;
    if (isAllowed()) personalize({ id, ...(country && { country_name: country }) });
  };
  return (userId: string | null | undefined): void => {
    const id = numericId(userId);
    const personalize = id === null || id === identified ? null : findTool();
    if (id === null || !personalize) return;
    identified = id;
    tell(personalize, id).catch(reportInternalError);
  };
}

/** @returns null if the ID has anything but digits or exceeds the safe integer range. */
function numericId(userId: string | null | undefined): number | null {
  const id = /^\d+$/.test(userId ?? "") ? Number(userId) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** The page's own tool, `window.personalization.identify`, or null. */
function findPageTool(): Personalize | null {
  const { personalization } = window as { personalization?: { identify?: unknown } };
  if (typeof personalization?.identify !== "function") return null;
  const tool = personalization as { identify: Personalize };
  return (user) => tool.identify(user);
}
