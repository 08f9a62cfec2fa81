import { copyUrl, type Locale, type StartContent, startUrl } from "@marquee/contract";
import type contactSales from "../../../../content/copy/en/contact-sales.json";
import type demoFrame from "../../../../content/copy/en/demo-frame.json";
import type demoHost from "../../../../content/copy/en/demo-host.json";
import type leadForm from "../../../../content/copy/en/lead-form.json";
import type overlays from "../../../../content/copy/en/overlays.json";
import type planQuiz from "../../../../content/copy/en/plan-quiz.json";
import type pricing from "../../../../content/copy/en/pricing.json";
import type privacy from "../../../../content/copy/en/privacy.json";
import type samples from "../../../../content/copy/en/samples.json";
import type shell from "../../../../content/copy/en/shell.json";

export type ContactCopy = typeof contactSales;
export type DemoCopy = typeof demoFrame;
export type LeadFormCopy = typeof leadForm;
export type OverlayCopy = typeof overlays;
export type PlanQuizCopy = typeof planQuiz;
export type PricingCopy = typeof pricing;
export type PrivacyCopy = typeof privacy;
export type SamplesCopy = typeof samples;
export type ShellCopy = typeof shell & {
  /** Hidden pages, as `<locale>/<name>`. Left out if there are none. */
  hiddenPages?: string[];
  /** Paths of pages that editors wrote and that the footer links, by slug, where they are not `/<slug>`. */
  writtenPaths?: Record<string, string>;
};

/** Copy files that code loads by name. Each page's own copy loads with the page. */
export interface Copies {
  "demo-frame": DemoCopy;
  "demo-host": typeof demoHost;
  "lead-form": LeadFormCopy;
  overlays: OverlayCopy;
  "plan-quiz": PlanQuizCopy;
  pricing: PricingCopy;
  samples: SamplesCopy;
  shell: ShellCopy;
}

/** The texts of one version of the content. */
export interface CopyStore {
  /**
   * Loads the copy of one file in one language, once. The server checks that every language has the keys of the English file, which the
   * types rely on.
   * @throws Error if the file does not exist or cannot be fetched; the next call tries again.
   */
  load<Name extends keyof Copies>(name: Name, locale: Locale): Promise<Copies[Name]>;
  load(name: string, locale: Locale): Promise<unknown>;
  /** Copy that {@link load} has loaded; otherwise null. */
  loaded<Name extends keyof Copies>(name: Name, locale: Locale): Copies[Name] | null;
}

/** @param read Reads a copy file: on the server from memory, in browsers by {@link fetchCopy}. */
export function createCopyStore(read: (name: string, locale: Locale) => Promise<unknown>): CopyStore {
  const loading = new Map<string, Promise<unknown>>();
  const loaded = new Map<string, unknown>();
  const keyOf = (name: string, locale: Locale) => `${locale}/${name}`;
  return {
    load(name: string, locale: Locale): Promise<never> {
      const key = keyOf(name, locale);
      const pendingCopy = loading.get(key);
      if (pendingCopy) return pendingCopy as Promise<never>;
      const reading = read(name, locale);
      loading.set(key, reading);
      reading.then(
        (copy) => loaded.set(key, copy),
        () => loading.delete(key),
      );
      return reading as Promise<never>;
    },
    loaded: (name: string, locale: Locale) => (loaded.get(keyOf(name, locale)) ?? null) as never,
  };
}

/** Reads the copy files of a version of the content from the server. */
export function fetchCopy(version: string): (name: string, locale: Locale) => Promise<unknown> {
  return (name, locale) => fetchJson(copyUrl(version, locale, name));
}

/** Data that every page needs besides its own copy. */
export interface Start extends StartContent {
  shell: ShellCopy;
}

/** @throws as {@link CopyStore.load} */
export async function fetchStart(version: string, locale: Locale): Promise<Start> {
  return (await fetchJson(startUrl(version, locale))) as Start;
}

/** @throws Error if the request fails (the message has its URL). */
async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Failed to fetch ${url}: ${response.status}.`);
  return response.json();
}
