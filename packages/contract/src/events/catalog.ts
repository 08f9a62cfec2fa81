import type { XStatic } from "typebox/schema";
import { CONSENT_GROUPS } from "../consent/consent.ts";

/*
 * Every event that the product's own code tracks, by name. `properties` is a JSON Schema, from which the types below are
 * derived. Browsers import only the types; screens import titles, and tests compile the schemas. docs/measurement.md says
 * when each event is sent.
 */

const TEXT = { type: "string" } as const;
const NUMBER = { type: "number" } as const;
const COUNT = { type: "integer", minimum: 0 } as const;
const { analytics } = CONSENT_GROUPS;

const FORM = { enum: ["sales", "demo", "sign-up"] } as const;
const FORM_ID = { enum: [1006, 1299, 1176, 1763, 1871, "sign-up"] } as const;

const DEMO = { demoId: TEXT, stepCount: COUNT } as const;
const DEMO_STEP = { ...DEMO, stepId: TEXT, stepIndex: COUNT } as const;
const DEMO_CHECKLIST = { ...DEMO, doneCount: COUNT } as const;
const DEMO_FIELDS = ["demoId", "stepCount"] as const;
const DEMO_STEP_FIELDS = [...DEMO_FIELDS, "stepId", "stepIndex"] as const;
const DEMO_CHECKLIST_FIELDS = [...DEMO_FIELDS, "doneCount"] as const;

export const EVENT_CATALOG = {
  "Form Sent": {
    title: "Form sent",
    description: "A visitor sent a form and the server accepted it.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: ["form", "formId", "location"],
      properties: {
        form: FORM,
        formId: FORM_ID,
        location: TEXT,
        /** Breadcrumb of the click that led to the form: `root > location > label`. */
        clickedLocation: TEXT,
        /** The visitor added Brain to a price on the pricing page. */
        isPaidBrain: { type: "boolean" },
      },
    },
  },
  "Form Started": {
    title: "Form started",
    description: "A visitor entered something in a form for the first time.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: ["form", "formId", "location"],
      properties: { form: FORM, formId: FORM_ID, location: TEXT },
    },
  },
  "Form Field Left": {
    title: "Form field left",
    description:
      "A visitor filled in a field of a form and moved on. Has the name of the field, never what was typed.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: ["form", "formId", "location", "field"],
      properties: { form: FORM, formId: FORM_ID, location: TEXT, field: TEXT },
    },
  },
  "Form Error Shown": {
    title: "Form error shown",
    description: "A form showed a visitor that a field is missing or wrong.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: ["form", "formId", "location", "field", "error"],
      properties: {
        form: FORM,
        formId: FORM_ID,
        location: TEXT,
        field: TEXT,
        /** Kind of problem: `required`, `invalid`, `freeMail`, `tooLong`. */
        error: TEXT,
      },
    },
  },
  "Overlay Opened": {
    title: "Overlay opened",
    description: "A visitor opened a dialog over a page, such as sign-up.",
    consentGroup: analytics,
    properties: { type: "object", required: ["overlay"], properties: { overlay: TEXT } },
  },
  "click web": {
    title: "Click",
    description: "A visitor clicked a button or link that is marked for tracking.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: ["buttonClicked", "root", "location", "clickedLocation"],
      properties: {
        buttonClicked: TEXT,
        root: TEXT,
        /** What the location is in: another location, or the root. */
        parent: TEXT,
        location: TEXT,
        clickedLocation: TEXT,
        clickedType: TEXT,
        linkTitle: TEXT,
        source: TEXT,
        sectionId: TEXT,
        articleId: TEXT,
        href: TEXT,
      },
    },
  },
  "Section Viewed": {
    title: "Section viewed",
    description: "Half of a section was visible for two seconds.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: ["sectionIndex"],
      properties: {
        sectionIndex: NUMBER,
        sectionId: TEXT,
        sectionColor: TEXT,
        sectionInternalName: TEXT,
        sectionModelName: TEXT,
        sectionLabel: TEXT,
        sectionTitle: TEXT,
      },
    },
  },
  /** The event name and its properties are Segment's. */
  "Experiment Viewed": {
    title: "Experiment viewed",
    description: "A visitor saw a variation of an experiment. Being assigned one does not count.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: ["experiment_id", "experiment_name", "experiment_phase", "variation_id", "variation_name"],
      properties: {
        /** Key of the experiment. */
        experiment_id: TEXT,
        experiment_name: TEXT,
        /** Increases each time the experiment is restarted. Visitors of different phases are counted separately. */
        experiment_phase: NUMBER,
        variation_id: TEXT,
        variation_name: TEXT,
      },
    },
  },
  "Web Meta Data Signals": {
    title: "Browser details",
    description: "Language, platform and browser of a visitor, five seconds after the page loaded.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: [
        "eventName",
        "country_location",
        "page_context",
        "device_type",
        "language",
        "operating_system",
        "browser_type",
      ],
      properties: {
        eventName: TEXT,
        country_location: TEXT,
        page_context: TEXT,
        device_type: TEXT,
        language: TEXT,
        operating_system: TEXT,
        browser_type: TEXT,
      },
    },
  },
  "Web Vitals": {
    title: "Web Vitals",
    description: "How fast a page loaded and responded, once for each document.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: ["navigationType"],
      properties: {
        url: TEXT,
        path: TEXT,
        title: TEXT,
        /** Milliseconds, except for CLS, which has no unit. A vital that the browser did not measure is absent. */
        lcp: NUMBER,
        inp: NUMBER,
        cls: NUMBER,
        ttfb: NUMBER,
        fcp: NUMBER,
        /** Selector of the element that caused the value; at most 200 characters. */
        lcpTarget: TEXT,
        inpTarget: TEXT,
        clsTarget: TEXT,
        /** Named timings of the page, in milliseconds since it was shown. */
        timings: { type: "object", additionalProperties: NUMBER },
        /** How the visitor reached the document: `navigate`, `reload`, `back-forward`, `prerender`, `restore`. */
        navigationType: TEXT,
      },
    },
  },
  /** Texts are truncated and email addresses redacted. */
  "Error Occurred": {
    title: "Error",
    description: "A script of the page failed.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: ["message", "source", "line", "column", "stack", "kind"],
      properties: {
        message: TEXT,
        /** URL of the script; empty if the browser does not report it. */
        source: TEXT,
        /** `line` and `column` count from 1; 0 if the browser does not report them. */
        line: NUMBER,
        column: NUMBER,
        stack: TEXT,
        kind: { enum: ["error", "unhandled rejection", "reported"] },
        context: TEXT,
      },
    },
  },
  "start flow": {
    title: "Demo started",
    description: "A visitor started the interactive demo.",
    consentGroup: analytics,
    properties: { type: "object", required: DEMO_FIELDS, properties: DEMO },
  },
  "view step": {
    title: "Demo step viewed",
    description: "A visitor reached a step of the interactive demo.",
    consentGroup: analytics,
    properties: { type: "object", required: DEMO_STEP_FIELDS, properties: DEMO_STEP },
  },
  "complete flow": {
    title: "Demo completed",
    description: "A visitor reached the end of the interactive demo.",
    consentGroup: analytics,
    properties: { type: "object", required: DEMO_CHECKLIST_FIELDS, properties: DEMO_CHECKLIST },
  },
  engage: {
    title: "Demo engaged",
    description: "A visitor did the first thing in the interactive demo by hand.",
    consentGroup: analytics,
    properties: { type: "object", required: DEMO_STEP_FIELDS, properties: DEMO_STEP },
  },
  converted: {
    title: "Demo converted",
    description: "A visitor followed the call to action at the end of the interactive demo.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: [...DEMO_FIELDS, "action"],
      properties: { ...DEMO, action: TEXT },
    },
  },
  "open checklist": {
    title: "Demo checklist opened",
    description: "A visitor opened the checklist of the interactive demo.",
    consentGroup: analytics,
    properties: { type: "object", required: DEMO_CHECKLIST_FIELDS, properties: DEMO_CHECKLIST },
  },
  "close checklist": {
    title: "Demo checklist closed",
    description: "A visitor closed the checklist of the interactive demo.",
    consentGroup: analytics,
    properties: { type: "object", required: DEMO_CHECKLIST_FIELDS, properties: DEMO_CHECKLIST },
  },
  "complete checklist task": {
    title: "Demo task completed",
    description: "A visitor completed a task of the demo's checklist.",
    consentGroup: analytics,
    properties: {
      type: "object",
      required: [...DEMO_STEP_FIELDS, "doneCount", "isAssisted"],
      properties: { ...DEMO_STEP, doneCount: COUNT, isAssisted: { type: "boolean" } },
    },
  },
  "complete checklist": {
    title: "Demo checklist completed",
    description: "A visitor completed every task of the demo's checklist.",
    consentGroup: analytics,
    properties: { type: "object", required: DEMO_CHECKLIST_FIELDS, properties: DEMO_CHECKLIST },
  },
} as const;

export type EventName = keyof typeof EVENT_CATALOG;

/** Events that pages send on their own. They are not steps of a visitor. */
export const AUTOMATIC_EVENTS = [
  "Web Meta Data Signals",
  "Web Vitals",
  "Error Occurred",
  "Experiment Viewed",
  "Section Viewed",
] as const satisfies readonly EventName[];
/** Events that are as important to a visit as a page view. */
export const MAIN_EVENTS = [
  "Overlay Opened",
  "Form Started",
  "Form Sent",
] as const satisfies readonly EventName[];

/** The properties of each event. */
export type EventProperties = {
  [Name in EventName]: XStatic<(typeof EVENT_CATALOG)[Name]["properties"]>;
};

/** The display name of an event: its title, or its name if it is not in the catalog. */
export function eventTitle(name: string): string {
  return Object.hasOwn(EVENT_CATALOG, name) ? EVENT_CATALOG[name as EventName].title : name;
}
