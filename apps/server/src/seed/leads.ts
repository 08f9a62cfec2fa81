import {
  type CompanySize,
  type LeadDestination,
  type LeadKind,
  type Locale,
  localizePath,
  ONE_DAY,
  ONE_HOUR,
  ONE_MINUTE,
  ONE_SECOND,
  type Timestamp,
} from "@marquee/contract";
import { MAX_ATTEMPTS } from "../domains/leads/deliveries/startDeliveries.ts";
import type { LeadRow } from "../domains/leads/leadStore.ts";
import type { leadDeliveries, leadDeliveryAttempts } from "../domains/leads/tables.ts";
import { declinersPerConsent } from "./audience.ts";
import { planForm } from "./journey.ts";
import { demoId } from "./marks.ts";
import { createRandom, type Random } from "./random.ts";
import { listIn, readTable } from "./table.ts";
import type { DayOptions, SentForm } from "./visit.types.ts";
import { dayNumber } from "./visitors.ts";

const FIRST_NAMES = listIn(
  "Mira, Jonas, Ines, Tomas, Lena, Rafael, Aiko, Pierre, Giulia, Noor, Callum, Freya, Diego, Marta, Elif, Oskar, Priya, Hugo, Sanna, Bruno",
);
const LAST_NAMES = listIn(
  "Holt, Lindqvist, Marchetti, Okafor, Brandt, Duval, Santos, Keller, Novak, Ferreira, Ibsen, Castell, Varga, Moreau, Quist, Tanaka, Rossi, Weiland, Osei, Abbott",
);
const COMPANIES = listIn(
  "Nordlicht Studio, Brightwater Logistics, Casa Verde Foods, Kestrel Robotics, Papier & Fils, Lumen Architects, Harbor Lane Media, Tidewater Insurance, Fjell Outdoor, Ondas Health",
);
const DOMAINS = ["example.com", "example.org", "example.net"];
/** {people} and {company} are replaced by the lead's. Some ask for a demo without a message. */
const MESSAGES = readTable<"kind" | "message">(`
  kind    | message
  sales   | We are {people} people at {company} and plan in spreadsheets. What would moving over look like?
  sales   | {company} needs single sign-on and a contract in euros. Can you send a quote for {people} seats?
  sales   | Our marketing and delivery teams at {company} use two different tools. We want one plan for both.
  sales   | We have to decide before the end of the quarter. Could someone at {company} get a call this week?
  sales   | Do you offer a discount for non-profits? {company} would start with {people} people.
  demo    | Please show us the Gantt chart with dependencies between teams.
  demo    | We would like to see Brain with documents like ours at {company}.
  demo    |
  demo    | Four of us from {company} would join. Mornings are best.
  sign-up |
  spam    | Increase your ranking today, first page guaranteed
  spam    | Hello dear, I have business proposal
  spam    | Cheap backlinks for your website`);
/** Companies by size: their share, how many people the message says, and how many seats a deal has. */
export const SIZES = readTable<"size" | "share" | "people" | "seats" | "route">(`
  size     | share | people | seats | route
  1-10     | 20    | 8      | 8     | default
  11-50    | 32    | 40     | 34    | default
  51-200   | 26    | 120    | 110   | default
  201-1000 | 15    | 600    | 420   | large-company
  1001+    | 7     | 2,000  | 1600  | large-company`);
const WEIGHTED_SIZES = SIZES.map((size) => [size, Number(size.share)] as const);
const SPAM_SHARE = 0.07;

/** The leads of a day: from forms sent in visits, from visitors who did not consent, and spam. */
export function demoLeads(forms: readonly SentForm[], { day, seed, story }: DayOptions): LeadRow[] {
  const random = createRandom(seed, -2, dayNumber(day));
  const named = (index: number) => `${seed} ${dayNumber(day)} ${index}`;
  const all = forms.flatMap((form, index): LeadRow[] => {
    const { locale } = form.page;
    const from = (hours: number) => form.at + Math.floor((hours - 6) * ONE_HOUR);
    const withoutVisit = (kind: number, at: Timestamp, sentIn: Locale) =>
      toLead(named(3 * index + kind), { ...planForm([], random).form, at, locale: sentIn }, random, NO_VISIT);
    const sent = [toLead(named(3 * index), { ...form, locale }, random, consentedPart(form))];
    if (random.chance(declinersPerConsent(form.visit.country)))
      sent.push(withoutVisit(1, from(12 * random.next()), locale));
    if (random.chance(SPAM_SHARE)) sent.push(asSpam(withoutVisit(2, from(9), "en"), random));
    return sent;
  });
  return all.filter(({ createdAt }) => createdAt.getTime() <= story.now);
}

const NO_VISIT = { attribution: {}, visit: null };

function consentedPart({ attribution, visit }: SentForm): Pick<LeadRow, "attribution" | "visit"> {
  const { referrer, anonymous_id, session_id, country, browser, os, device } = visit;
  return {
    attribution: { ...attribution, ...(referrer && { referrer }) },
    visit: { visitorId: anonymous_id, sessionId: session_id, country, browser, os, device },
  };
}

const NOTHING_YET = {
  statusAt: null,
  value: null,
  ownerId: null,
  readAt: null,
  meetingAt: null,
  meetingUrl: null,
  isSpam: false,
  version: 1,
  copiedVersion: 1,
  copyClaimedUntil: null,
};

type Sent = Pick<SentForm, "form" | "formId" | "path" | "location" | "at"> & { locale: Locale };

function toLead(
  name: string,
  { form: kind, formId, path, location, at, locale }: Sent,
  random: Random,
  origin: Pick<LeadRow, "attribution" | "visit">,
): LeadRow {
  const { size, people, route } = random.pick(WEIGHTED_SIZES);
  const first = random.oneOf(FIRST_NAMES);
  const last = random.oneOf(LAST_NAMES);
  const company = random.oneOf(COMPANIES);
  const mailbox = [first, last, company.split(" ")[0]].join(".").toLowerCase();
  const isSignUp = kind === "sign-up";
  const message = messageOf(kind, random).replace("{people}", people).replace("{company}", company);
  return {
    ...NOTHING_YET,
    status: "new",
    id: demoId("lead", name),
    submissionId: demoId("submission", name),
    kind,
    message,
    locale,
    location,
    formId: formId === "sign-up" ? null : formId,
    email: `${mailbox}@${random.oneOf(DOMAINS)}`,
    companySize: isSignUp ? null : (size as CompanySize),
    name: isSignUp ? "" : `${first} ${last}`,
    company: isSignUp ? "" : company,
    pagePath: localizePath(path, locale),
    route: isSignUp ? null : `${kind}/${route}`,
    createdAt: new Date(at + ONE_SECOND),
    ...origin,
  };
}

function messageOf(kind: LeadKind | "spam", random: Random): string {
  return random.oneOf(MESSAGES.filter((row) => row.kind === kind)).message;
}

function asSpam(lead: LeadRow, random: Random): LeadRow {
  return { ...lead, isSpam: true, message: messageOf("spam", random) };
}

/** How a lead's notifications went. None is waiting, so the server delivers nothing. */
export function demoDeliveries(lead: LeadRow, now: Timestamp): DemoDelivery[] {
  const ago = now - lead.createdAt.getTime();
  if (lead.isSpam || ago > 120 * ONE_DAY) return [];
  const random = createRandom(Number.parseInt(lead.id.slice(-6), 16));
  const to = (destination: LeadDestination, errors: readonly (string | null)[]): DemoDelivery => {
    const attempts = errors.map((error, index) => ({
      leadId: lead.id,
      destination,
      error,
      // Delays double: after one minute, two more, four more …
      at: new Date(lead.createdAt.getTime() + 2 * ONE_SECOND + (2 ** index - 1) * ONE_MINUTE),
    }));
    const last = attempts.at(-1);
    const error = last?.error ?? null;
    return {
      delivery: {
        leadId: lead.id,
        destination,
        attempts: errors.length,
        nextAt: null,
        error,
        state: error === null ? "delivered" : "failed",
        attemptedAt: last?.at ?? null,
      },
      attempts,
    };
  };
  const [lost, late] = [random.chance(0.02), random.chance(0.04)];
  // All attempts of a lost one are over.
  const isLost = lost && ago > ONE_DAY / 2;
  const isLate = late && ago > ONE_HOUR;
  return [
    to("slack", [null]),
    to("webhook", isLost ? Array(MAX_ATTEMPTS).fill(UNAVAILABLE) : isLate ? [UNAVAILABLE, null] : [null]),
  ];
}

const UNAVAILABLE = "The CRM answered with 503 Service Unavailable.";

interface DemoDelivery {
  delivery: typeof leadDeliveries.$inferInsert;
  attempts: (typeof leadDeliveryAttempts.$inferInsert)[];
}
