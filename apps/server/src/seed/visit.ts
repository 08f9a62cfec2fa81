import { type Locale, localizePath, ONE_SECOND } from "@marquee/contract";
import type { DemoPerson } from "./audience.ts";
import { errorsOf } from "./errors.ts";
import { exposureOf, runningAt, variationOf } from "./experiments.ts";
import { giveUpForm, sendForm } from "./fillForm.ts";
import { planForm, planPages } from "./journey.ts";
import type { Random } from "./random.ts";
import { createSender } from "./sender.ts";
import type { DemoVisit, SentForm, Viewing, VisitOptions } from "./visit.types.ts";
import { vitalsOf } from "./vitals.ts";

/** Share of visits that end with a lead, at an intent of 1. */
const CONVERSION = 0.0145;
/** Of the interactive demo (`apps/site/src/demo/tour/tour.ts`). */
const STEPS = ["list", "task", "due-date", "board", "timeline", "brain", "share"];

/** Share of views that are never scrolled, and of views that are scrolled to the end. */
const [UNSCROLLED, TO_THE_END] = [0.2, 0.09];
/** The share of the others that reach a place of the page is the rest of the page to this power. */
const DECLINE = 1.8;

/**
 * A visit as reported by the site's own scripts: page views, sections, clicks, the interactive demo, forms, web vitals.
 */
export function demoVisit(options: VisitOptions): DemoVisit {
  const { visitor, arrival, startedAt, random, pages } = options;
  const planned = changedPages(planPages(arrival.landing, random), options);
  const converts = random.chance(CONVERSION * arrival.intent * (planned.length > 1 ? 1.3 : 0.6));
  const { pages: paths, form: place } = converts ? planForm(planned, random) : { pages: planned, form: null };
  const sender = createSender(options);
  const locale = siteLocaleOf(visitor.person);
  let form: SentForm | null = null;
  for (const [index, path] of paths.entries()) {
    const page = pages.get(localizePath(path, locale)) ?? pages.get(path);
    if (!page) continue;
    const isFirst = sender.views.length === 0;
    const viewing = sender.open(page, reachOf(random));
    const { track, wait, event } = viewing;
    for (const experiment of sender.experiments)
      if (experiment.path === path && paths.indexOf(path) === index)
        track("Experiment Viewed", exposureOf(experiment, visitor.id), 2 * ONE_SECOND);
    const errors = errorsOf(page, {
      ...options,
      at: wait(0),
      userAgent: visitor.person.userAgentAt(startedAt),
    });
    readPage(viewing);
    for (const error of errors) track("Error Occurred", error, ONE_SECOND);
    if (path === "/demo" && random.chance(0.6)) walkThroughDemo(viewing);
    const next = paths[index + 1];
    if (!place) giveUpForm(path, arrival.intent, viewing);
    if (next !== undefined) clickTo(localizePath(next, page.locale), viewing);
    else if (place) {
      const sent = sendForm(place, viewing);
      form = sent && { ...sent, at: wait(0), page, attribution: sender.attribution, visit: event };
    }
    if (isFirst) track("Web Vitals", vitalsOf(page, options), random.between(1, 4) * ONE_SECOND);
    wait(random.between(2, 40) * ONE_SECOND);
  }
  return { visitor, startedAt, events: sender.events, views: sender.views, form };
}

function reachOf(random: Random): number {
  const share = random.next();
  if (share < UNSCROLLED) return 0;
  return share > 1 - TO_THE_END ? 1 : 1 - random.next() ** (1 / DECLINE);
}

/** The paths of a visit, after changes by experiments. */
function changedPages(
  pages: readonly string[],
  { experiments, startedAt, visitor, random }: VisitOptions,
): readonly string[] {
  return runningAt(startedAt, experiments)
    .filter((experiment) => pages.includes(experiment.path) && variationOf(visitor.id, experiment) > 0)
    .reduce((changed, { change }) => change(changed, random), pages);
}

/** Sees sections from the top to where the visitor scrolls; some are only passed. */
function readPage({ page: { sections }, reach, track, random }: Viewing): void {
  const seen = Math.max(1, Math.ceil(sections.length * reach));
  for (const [sectionIndex, section] of sections.slice(0, seen).entries())
    if (random.chance(sectionIndex === 0 ? 0.9 : 0.7))
      track("Section Viewed", { ...section, sectionIndex }, random.between(2, 22) * ONE_SECOND);
}

/** Clicks a link to the next page, mostly one of the first. Some visitors use none: they type, or open a new tab. */
function clickTo(href: string, { page, click, random }: Viewing): void {
  const links = page.actions.filter((each) => each.href === href && each.overlay === null);
  if (links.length > 0 && random.chance(0.85))
    click(random.pick(links.map((link, index) => [link, 1 / (1 + index)] as const)));
}

function walkThroughDemo({ track, random }: Viewing): void {
  const flow = { demoId: "trellis-walk", stepCount: STEPS.length };
  track("start flow", flow, 6 * ONE_SECOND);
  const reached = random.chance(0.45) ? STEPS.length : random.between(1, STEPS.length - 1);
  for (const [stepIndex, stepId] of STEPS.slice(0, reached).entries()) {
    const step = { ...flow, stepId, stepIndex };
    track("view step", step, random.between(5, 25) * ONE_SECOND);
    if (stepIndex === 0) track("engage", step, 4 * ONE_SECOND);
  }
  if (reached === STEPS.length) track("complete flow", { ...flow, doneCount: reached }, 8 * ONE_SECOND);
}

const SITE_LOCALES: Readonly<Record<string, Locale>> = {
  fr: "fr-FR",
  es: "es-ES",
  it: "it",
  pt: "pt-BR",
  de: "de",
};

/** The site's language that is the visitor's own, or English. */
function siteLocaleOf({ locale }: DemoPerson): Locale {
  return SITE_LOCALES[locale.slice(0, 2)] ?? "en";
}
