import {
  COMPANY_SIZES,
  type CompanySize,
  isLocale,
  type LeadDestination,
  type LeadKind,
  localizePath,
  ONE_DAY,
  ONE_HOUR,
  ONE_MINUTE,
  ONE_SECOND,
  type Timestamp,
} from "@marquee/contract";
import { MAX_ATTEMPTS } from "../leads/deliveries/startDeliveries.ts";
import type { LeadRow } from "../leads/leadStore.ts";
import type { leadDeliveries, leadDeliveryAttempts } from "../storage/records/schema.ts";
import { declinersPerConsent } from "./audience.ts";
import { planForm } from "./journey.ts";
import { demoId } from "./marks.ts";
import { createRandom, type Random, type Weighted } from "./random.ts";
import type { DayOptions, SentForm } from "./visit.types.ts";

const FIRST_NAMES =
  "Mira Jonas Ines Tomas Lena Rafael Aiko Pierre Giulia Noor Callum Freya Diego Marta Elif Oskar Priya Hugo Sanna Bruno".split(
    " ",
  );
const LAST_NAMES =
  "Holt Lindqvist Marchetti Okafor Brandt Duval Santos Keller Novak Ferreira Ibsen Castell Varga Moreau Quist Tanaka Rossi Weiland Osei Abbott".split(
    " ",
  );
const COMPANIES = [
  "Nordlicht Studio",
  "Brightwater Logistics",
  "Casa Verde Foods",
  "Kestrel Robotics",
  "Papier & Fils",
  "Lumen Architects",
  "Harbor Lane Media",
  "Tidewater Insurance",
  "Fjell Outdoor",
  "Ondas Health",
];
const DOMAINS = ["example.com", "example.org", "example.net"];
const MESSAGES: Record<LeadKind, readonly string[]> = {
  sales: [
    "We are {people} people at {company} and plan in spreadsheets. What would moving over look like?",
    "{company} needs single sign-on and a contract in euros. Can you send a quote for {people} seats?",
    "Our marketing and delivery teams at {company} use two different tools. We want one plan for both.",
    "We have to decide before the end of the quarter. Could someone at {company} get a call this week?",
    "Do you offer a discount for non-profits? {company} would start with {people} people.",
  ],
  demo: [
    "Please show us the Gantt chart with dependencies between teams.",
    "We would like to see Brain with documents like ours at {company}.",
    "",
    "Four of us from {company} would join. Mornings are best.",
  ],
  "sign-up": [""],
};
const SPAM = [
  "Increase your ranking today, first page guaranteed",
  "Hello dear, I have business proposal",
  "Cheap backlinks for your website",
];
const SIZES: Weighted<CompanySize> = COMPANY_SIZES.map((size, index) => [
  size,
  [20, 32, 26, 15, 7][index] ?? 1,
]);
const PEOPLE: Record<CompanySize, string> = {
  "1-10": "8",
  "11-50": "40",
  "51-200": "120",
  "201-1000": "600",
  "1001+": "2,000",
};
const SPAM_SHARE = 0.07;

/** The leads of a day: of the forms that were sent in visits, of visitors who did not consent, and spam. */
export function demoLeads(forms: readonly SentForm[], { day, seed, story }: DayOptions): LeadRow[] {
  const random = createRandom(seed, -2, Math.floor(day / ONE_DAY));
  const named = (index: number) => `${seed} ${Math.floor(day / ONE_DAY)} ${index}`;
  const all = forms.flatMap((form, index): LeadRow[] => {
    const own = [
      toLead(named(3 * index), { ...form, locale: form.page.locale }, random, consentedPart(form)),
    ];
    const at = (hours: number) => form.at + Math.floor((hours - 6) * ONE_HOUR);
    if (random.chance(declinersPerConsent(form.visit.country))) {
      const { form: place } = planForm([], random);
      const locale = form.page.locale;
      own.push(
        toLead(named(3 * index + 1), { ...place, at: at(12 * random.next()), locale }, random, NO_VISIT),
      );
    }
    if (random.chance(SPAM_SHARE)) {
      const { form: place } = planForm([], random);
      own.push(
        asSpam(toLead(named(3 * index + 2), { ...place, at: at(9), locale: "en" }, random, NO_VISIT), random),
      );
    }
    return own;
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
  status: "new",
  statusAt: null,
  value: null,
  ownerId: null,
  readAt: null,
  meetingAt: null,
} as const;

type Sent = Pick<SentForm, "form" | "formId" | "path" | "location" | "at"> & { locale: string };

function toLead(
  name: string,
  { form: kind, formId, path, location, at, locale: sentIn }: Sent,
  random: Random,
  origin: Pick<LeadRow, "attribution" | "visit">,
): LeadRow {
  const locale = isLocale(sentIn) ? sentIn : "en";
  const size = random.pick(SIZES);
  const [first, last, company] = [
    random.oneOf(FIRST_NAMES),
    random.oneOf(LAST_NAMES),
    random.oneOf(COMPANIES),
  ];
  const mailbox = [first, last, company.split(" ")[0]].join(".").toLowerCase();
  const isSignUp = kind === "sign-up";
  const message = random
    .oneOf(MESSAGES[kind])
    .replace("{people}", PEOPLE[size])
    .replace("{company}", company);
  return {
    id: demoId("lead", name),
    submissionId: demoId("submission", name),
    formId: formId === "sign-up" ? null : formId,
    kind,
    email: `${mailbox}@${random.oneOf(DOMAINS)}`,
    companySize: isSignUp ? null : size,
    message,
    name: isSignUp ? "" : `${first} ${last}`,
    locale,
    pagePath: localizePath(path, locale),
    location,
    route: isSignUp ? null : `${kind}/${routeOf(size)}`,
    meetingUrl: null,
    isSpam: false,
    createdAt: new Date(at + ONE_SECOND),
    ...NOTHING_YET,
    company: isSignUp ? "" : company,
    version: 1,
    copiedVersion: 1,
    copyClaimedUntil: null,
    ...origin,
  };
}

function routeOf(size: CompanySize): string {
  return size === "201-1000" || size === "1001+" ? "large-company" : "default";
}

function asSpam(lead: LeadRow, random: Random): LeadRow {
  return { ...lead, isSpam: true, message: random.oneOf(SPAM) };
}

/** How a lead's notifications went. None is waiting, so the server delivers nothing. */
export function demoDeliveries(lead: LeadRow, now: Timestamp): DemoDelivery[] {
  const ago = now - lead.createdAt.getTime();
  if (lead.isSpam || ago > 120 * ONE_DAY) return [];
  const random = createRandom(Number.parseInt(lead.id.slice(-6), 16));
  const to = (destination: LeadDestination, errors: readonly (string | null)[]): DemoDelivery => {
    const attempts = errors.map((error, index) => ({
      ...{ leadId: lead.id, destination, error },
      // Delays double: after one minute, two more, four more …
      at: new Date(lead.createdAt.getTime() + 2 * ONE_SECOND + (2 ** index - 1) * ONE_MINUTE),
    }));
    const last = attempts.at(-1);
    const error = last?.error ?? null;
    return {
      delivery: {
        ...{ leadId: lead.id, destination, attempts: errors.length, nextAt: null, error },
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
