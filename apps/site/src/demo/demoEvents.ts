import type { EventName } from "@marquee/contract";

/** Marks a window message as one of the demo's; other messages that reach the page are none of its business. */
export const DEMO_MESSAGE_SOURCE = "marquee-demo";

/**
 * Messages of the demo to the page around it, which sends each as a track event of that name (specification,
 * section 7).
 */
export const DEMO_EVENTS = {
  startFlow: "start flow",
  viewStep: "view step",
  completeFlow: "complete flow",
  /** The visitor did the first thing by hand. */
  engage: "engage",
  /** The visitor followed the call at the end. */
  converted: "converted",
  openChecklist: "open checklist",
  closeChecklist: "close checklist",
  completeTask: "complete checklist task",
  completeChecklist: "complete checklist",
} as const satisfies Record<string, EventName>;
export type DemoEvent = (typeof DEMO_EVENTS)[keyof typeof DEMO_EVENTS];

/** Every field that the payload of some event has. Nothing in it says who the visitor is. */
interface DemoFields {
  /** Which demo: lower case, digits, dashes. */
  demoId: string;
  /** How many steps the demo has, at least 1. */
  stepCount: number;
  /** Name of the step: lower case, digits, dashes. */
  stepId: string;
  /** Counted from 0; less than `stepCount`. */
  stepIndex: number;
  /** Tasks of the checklist that are done, at most `stepCount`. */
  doneCount: number;
  /** The demo did the step because the visitor asked it to. */
  isAssisted: boolean;
  /** Target at the end: `sign-up`. */
  action: string;
}

const FLOW = ["demoId", "stepCount"] as const;
const STEP = [...FLOW, "stepId", "stepIndex"] as const;
const CHECKLIST = [...FLOW, "doneCount"] as const;

const FIELDS_OF = {
  "start flow": FLOW,
  "view step": STEP,
  "complete flow": CHECKLIST,
  engage: STEP,
  converted: [...FLOW, "action"],
  "open checklist": CHECKLIST,
  "close checklist": CHECKLIST,
  "complete checklist task": [...STEP, "doneCount", "isAssisted"],
  "complete checklist": CHECKLIST,
} as const satisfies Record<DemoEvent, readonly (keyof DemoFields)[]>;

export type DemoPayload<Event extends DemoEvent> = Pick<DemoFields, (typeof FIELDS_OF)[Event][number]>;

/** A window message of the demo: which event, and its payload. */
export type DemoMessage = {
  [Event in DemoEvent]: { source: typeof DEMO_MESSAGE_SOURCE; event: Event; demo: DemoPayload<Event> };
}[DemoEvent];

const CHECKS: { [Field in keyof DemoFields]: (value: unknown) => boolean } = {
  demoId: isName,
  stepCount: (value) => isCount(value) && value > 0,
  stepId: isName,
  stepIndex: isCount,
  doneCount: isCount,
  isAssisted: (value) => typeof value === "boolean",
  action: isName,
};

/**
 * Reads the data of a window message. Members that the event does not have are left behind, whatever they hold.
 * @param data anything; not looked into further than the message's own fields.
 * @returns a new object, or null for what is no message of the demo.
 */
export function parseDemoMessage(data: unknown): DemoMessage | null {
  if (!isRecord(data) || own(data, "source") !== DEMO_MESSAGE_SOURCE) return null;
  const event = own(data, "event");
  const given = own(data, "demo");
  if (!isDemoEvent(event) || !isRecord(given)) return null;
  const demo: Partial<Record<keyof DemoFields, unknown>> = {};
  for (const field of FIELDS_OF[event]) {
    const value = own(given, field);
    if (!CHECKS[field](value)) return null;
    demo[field] = value;
  }
  return isInRange(demo) ? asChecked(event, demo) : null;
}

const MAX_COUNT = 100;
const NAME = /^[a-z0-9-]{1,64}$/;

function isName(value: unknown): value is string {
  return typeof value === "string" && NAME.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT;
}

/** No step beyond the last, and no more done than there is. */
function isInRange({ stepCount, stepIndex = 0, doneCount = 0 }: Partial<Record<keyof DemoFields, unknown>>) {
  return Number(stepIndex) < Number(stepCount) && Number(doneCount) <= Number(stepCount);
}

function isDemoEvent(value: unknown): value is DemoEvent {
  return typeof value === "string" && Object.hasOwn(FIELDS_OF, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Own properties only: `__proto__` and inherited ones are ignored. */
function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Guarantees that `demo` has exactly the fields of `event`, each checked: {@link parseDemoMessage} has just done so. */
function asChecked(event: DemoEvent, demo: object): DemoMessage {
  return { source: DEMO_MESSAGE_SOURCE, event, demo } as DemoMessage;
}
