import { localizePath, ONE_SECOND } from "@marquee/contract";
import type { DemoPerson } from "./audience.ts";
import { errorsOf } from "./errors.ts";
import { exposureOf, runningAt, variationOf } from "./experiments.ts";
import { giveUpForm, sendForm } from "./fillForm.ts";
import { planForm, planPages } from "./journey.ts";
import type { Random } from "./random.ts";
import { createSender } from "./sender.ts";
import type { PageAction, SitePage } from "./sitePage.ts";
import type { DemoVisit, Track, VisitOptions } from "./visit.types.ts";
import { vitalsOf } from "./vitals.ts";

/** Share of visits that end with a lead, at an intent of 1. */
const CONVERSION = 0.011;
/** Of the interactive demo (`apps/site/src/demo/tour/tour.ts`). */
const STEPS = ["list", "task", "due-date", "board", "timeline", "brain", "share"];

/** A visit as the site's own scripts report it: page views, sections, clicks, the interactive demo, forms, web vitals. */
export function demoVisit(options: VisitOptions): DemoVisit {
  const { arrival, startedAt, random, pages } = options;
  const planned = changedPages(planPages(arrival.landing, random), options);
  const converts = random.chance(CONVERSION * arrival.intent * (planned.length > 1 ? 1.3 : 0.6));
  const { pages: paths, form } = converts ? planForm(planned, random) : { pages: planned, form: null };
  const sender = createSender(options);
  const locale = siteLocaleOf(options.visitor.person);
  const pageAt = (path: string) => pages.get(localizePath(path, locale)) ?? pages.get(path);
  const visit: DemoVisit = { events: [], views: [], form: null };
  let at = startedAt;
  let before: SitePage | null = null;
  for (const [index, path] of paths.entries()) {
    const page = pageAt(path);
    if (!page) continue;
    const isFirst = before === null;
    const event = sender.viewPage(at, { page, before, isFirst });
    visit.events.push(event);
    visit.views.push({ page, at, event });
    const track: Track = (name, properties, after) => {
      at += after;
      visit.events.push(sender.trackOn(event, at, name, properties));
    };
    const next = paths[index + 1];
    for (const experiment of sender.experiments)
      if (experiment.path === path && paths.indexOf(path) === index)
        track("Experiment Viewed", exposureOf(experiment, options.visitor.id), 2 * ONE_SECOND);
    const errors = errorsOf(page, { ...options, at, userAgent: sender.userAgent });
    readPage(page, track, random);
    for (const error of errors) track("Error Occurred", error, ONE_SECOND);
    if (path === "/demo" && random.chance(0.6)) walkThroughDemo(track, random);
    if (!form) giveUpForm(path, arrival.intent, track, random);
    if (next !== undefined) clickTo(page, localizePath(next, page.locale), track, random);
    else if (form) {
      const clicked = page.actions.find(({ overlay }) => overlay === form.location);
      if (clicked) click(page, clicked, track);
      sendForm(form, track, random);
      visit.form = { ...form, at, page, attribution: sender.attribution, visit: event };
    }
    if (isFirst) track("Web Vitals", vitalsOf(page, options), random.between(1, 4) * ONE_SECOND);
    at += random.between(2, 40) * ONE_SECOND;
    before = page;
  }
  return visit;
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

/** Sees sections from the top until the visitor has read enough. */
function readPage({ sections }: SitePage, track: Track, random: Random): void {
  const depth = Math.ceil(sections.length * random.next() ** 1.4);
  for (const [sectionIndex, section] of sections.slice(0, depth).entries())
    if (random.chance(0.62))
      track("Section Viewed", { ...section, sectionIndex }, random.between(2, 22) * ONE_SECOND);
}

function clickTo(page: SitePage, href: string, track: Track, random: Random): void {
  const action = page.actions.find((each) => each.href === href && each.overlay === null);
  if (action && random.chance(0.8)) click(page, action, track);
}

function click({ root }: SitePage, action: PageAction, track: Track): void {
  const { sectionId, parent, location, label, href, tracking } = action;
  const buttonClicked = tracking.buttonClicked ?? label;
  const clickedLocation = [root, location, buttonClicked].join(" > ");
  track(
    "click web",
    { sectionId, ...tracking, root, parent, location, buttonClicked, clickedLocation, ...(href && { href }) },
    4 * ONE_SECOND,
  );
}

function walkThroughDemo(track: Track, random: Random): void {
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
