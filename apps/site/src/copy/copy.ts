import type { Locale } from "@marquee/contract";
import type contactSales from "../../../../content/copy/en/contact-sales.json";
import type demoFrame from "../../../../content/copy/en/demo-frame.json";
import type demoHost from "../../../../content/copy/en/demo-host.json";
import type leadForm from "../../../../content/copy/en/lead-form.json";
import type overlays from "../../../../content/copy/en/overlays.json";
import type planQuiz from "../../../../content/copy/en/plan-quiz.json";
import type pricing from "../../../../content/copy/en/pricing.json";
import type shell from "../../../../content/copy/en/shell.json";

export type ContactCopy = typeof contactSales;
export type DemoCopy = typeof demoFrame;
export type LeadFormCopy = typeof leadForm;
export type OverlayCopy = typeof overlays;
export type PlanQuizCopy = typeof planQuiz;
export type PricingCopy = typeof pricing;
export type ShellCopy = typeof shell;

/** Copy files that code loads by name. Each page's own copy loads with the page. */
export interface Copies {
  "demo-frame": DemoCopy;
  "demo-host": typeof demoHost;
  "lead-form": LeadFormCopy;
  overlays: OverlayCopy;
  "plan-quiz": PlanQuizCopy;
  pricing: PricingCopy;
  shell: ShellCopy;
}

/** The server imports copy as modules. The browser fetches it as JSON, so that it parses no code for it. */
const modules = import.meta.env.SSR
  ? import.meta.glob<unknown>("../../../../content/copy/*/*.json", { import: "default" })
  : {};
const addresses: Record<string, string> = import.meta.env.SSR
  ? {}
  : import.meta.glob<string>("../../../../content/copy/*/*.json", {
      query: "?url",
      import: "default",
      eager: true,
    });

/**
 * Loads the copy of one file in one language. `copy.test.ts` checks that every language has the keys of the English file, which the types
 * rely on.
 * @throws Error when the file does not exist (the message names it) or cannot be fetched (the message has its address).
 */
export async function loadCopy<Name extends keyof Copies>(name: Name, locale: Locale): Promise<Copies[Name]>;
export async function loadCopy(name: string, locale: Locale): Promise<unknown>;
export async function loadCopy(name: string, locale: Locale): Promise<unknown> {
  const file = `content/copy/${locale}/${name}.json`;
  const key = `../../../../${file}`;
  const address = addresses[key];
  if (address) return fetchJson(address);
  const load = modules[key];
  if (!load) throw new Error(`${file} is missing. Create it with the keys of content/copy/en/${name}.json.`);
  return load();
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`Failed to fetch ${address}: ${response.status}.`);
  return response.json();
}
