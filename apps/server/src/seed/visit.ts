import { type EventProperties, localizePath, ONE_SECOND } from "@marquee/contract";
import type { DemoPerson } from "./audience.ts";
import { errorsOf } from "./errors.ts";
import { exposureOf, runningAt, variationOf } from "./experiments.ts";
import { giveUpForm, sendForm } from "./fillForm.ts";
import { planForm, planPages } from "./journey.ts";
import type { Random } from "./random.ts";
import { createSender } from "./sender.ts";
import type { PageAction, SitePage } from "./sitePage.ts";
import type { DemoView, DemoVisit, Viewing, VisitOptions } from "./visit.types.ts";
import { vitalsOf } from "./vitals.ts";

/** Share of visits that end with a lead, at an intent of 1. */
const CONVERSION = 0.0145;
const CLICK_AFTER = 4 * ONE_SECOND;
/** Of the interactive demo (`apps/site/src/demo/tour/tour.ts`). */
const STEPS = ["list", "task", "due-date", "board", "timeline", "brain", "share"];

/** Share of views that are never scrolled, and of views that are scrolled to the end. */
const [UNSCROLLED, TO_THE_END] = [0.2, 0.09];
/** The share of the others that reach a place of the page is the rest of the page to this power. */
const DECLINE = 1.8;

/** A visit as the site's own scripts report it: page views, sections, clicks, the interactive demo, forms, web vitals. */
export function demoVisit(options: VisitOptions): DemoVisit {
  const { visitor, arrival, startedAt, random, pages, origin } = options;
  const planned = changedPages(planPages(arrival.landing, random), options);
  const converts = random.chance(CONVERSION * arrival.intent * (planned.length > 1 ? 1.3 : 0.6));
  const { pages: paths, form } = converts ? planForm(planned, random) : { pages: planned, form: null };
  const sender = createSender(options);
  const locale = siteLocaleOf(visitor.person);
  const visit: DemoVisit = { visitor, startedAt, events: [], views: [], form: null };
  let at = startedAt;
  let before: SitePage | null = null;
  for (const [index, path] of paths.entries()) {
    const page = pages.get(localizePath(path, locale)) ?? pages.get(path);
    if (!page) continue;
    const isFirst = before === null;
    const event = sender.viewPage(at, { page, before, isFirst });
    const next = paths[index + 1];
    const view: DemoView = { page, at, event, reach: reachOf(random), clicks: [] };
    visit.events.push(event);
    visit.views.push(view);
    const track: Viewing["track"] = (name, properties, after) => {
      at += after;
      visit.events.push(sender.trackOn(event, at, name, properties));
    };
    const click: Viewing["click"] = (target) => {
      if ("tracking" in target && target.tracking)
        track("click web", clickOf(target, target.tracking, origin), CLICK_AFTER);
      else at += CLICK_AFTER;
      view.clicks.push({ ...target, at });
    };
    const viewing: Viewing = { page, random, track, click };
    for (const experiment of sender.experiments)
      if (experiment.path === path && paths.indexOf(path) === index)
        track("Experiment Viewed", exposureOf(experiment, visitor.id), 2 * ONE_SECOND);
    const errors = errorsOf(page, { ...options, at, userAgent: sender.userAgent });
    readPage(view, viewing);
    for (const error of errors) track("Error Occurred", error, ONE_SECOND);
    if (path === "/demo" && random.chance(0.6)) walkThroughDemo(viewing);
    if (!form) giveUpForm(path, arrival.intent, viewing);
    if (next !== undefined) clickTo(localizePath(next, page.locale), viewing);
    else if (form) {
      const sent = sendForm(form, viewing);
      if (sent) visit.form = { ...sent, at, page, attribution: sender.attribution, visit: event };
    }
    if (isFirst) track("Web Vitals", vitalsOf(page, options), random.between(1, 4) * ONE_SECOND);
    at += random.between(2, 40) * ONE_SECOND;
    before = page;
  }
  return visit;
}

function reachOf(random: Random): number {
  const share = random.next();
  if (share < UNSCROLLED) return 0;
  return share > 1 - TO_THE_END ? 1 : 1 - random.next() ** (1 / DECLINE);
}

/** The paths of a visit, as experiments change them. */
function changedPages(
  pages: readonly string[],
  { experiments, startedAt, visitor, random }: VisitOptions,
): readonly string[] {
  return runningAt(startedAt, experiments)
    .filter((experiment) => pages.includes(experiment.path) && variationOf(visitor.id, experiment) > 0)
    .reduce((changed, { change }) => change(changed, random), pages);
}

/** Sees sections from the top to where the visitor scrolls; some are only passed. */
function readPage({ page: { sections }, reach }: DemoView, { track, random }: Viewing): void {
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

function clickOf(
  { sectionId, root, parent, location, label, href }: PageAction,
  tracking: Readonly<Record<string, string>>,
  origin: string,
): EventProperties["click web"] {
  const buttonClicked = tracking.buttonClicked ?? label;
  const clickedLocation = [root, location, buttonClicked].join(" > ");
  return {
    ...(sectionId && { sectionId }),
    ...tracking,
    ...{ root, parent, location, buttonClicked, clickedLocation },
    ...(href && { href: new URL(href, origin).href }),
  };
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

/** The site's language that is the visitor's own, or English. */
function siteLocaleOf({ locale }: DemoPerson) {
  const byLanguage = { fr: "fr-FR", es: "es-ES", it: "it", pt: "pt-BR", de: "de" } as const;
  const language = locale.slice(0, 2);
  return language in byLanguage ? byLanguage[language as keyof typeof byLanguage] : "en";
}
