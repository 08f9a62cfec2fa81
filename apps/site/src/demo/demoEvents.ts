import type { EventName } from "@marquee/contract";

/** Identifies a window message as the demo's; the page ignores all others. */
export const DEMO_MESSAGE_SOURCE = "marquee-demo";

/**
 * Messages from the demo to its host page, which sends each as a track event of the same name (specification,
 * section 7).
 */
export const DEMO_EVENTS = {
  startFlow: "start flow",
  viewStep: "view step",
  completeFlow: "complete flow",
  /** The visitor's first own action, not performed by the demo for them. */
  engage: "engage",
  /** The visitor followed the call to action at the end. */
  converted: "converted",
  openChecklist: "open checklist",
  closeChecklist: "close checklist",
  completeTask: "complete checklist task",
  completeChecklist: "complete checklist",
} as const satisfies Record<string, EventName>;
export type DemoEvent = (typeof DEMO_EVENTS)[keyof typeof DEMO_EVENTS];

/** All fields that event payloads can have. None identifies the visitor. */
interface DemoFields {
  /** ID of the demo: lowercase letters, digits and dashes, at most 64 characters. */
  demoId: string;
  /** Number of steps in the demo, 1 to 100. */
  stepCount: number;
  /** ID of the step: lowercase letters, digits and dashes, at most 64 characters. */
  stepId: string;
  /** Zero-based; less than `stepCount`. */
  stepIndex: number;
  /** Number of completed checklist tasks, at most `stepCount`. */
  doneCount: number;
  /** Whether the demo performed the step at the visitor's request. */
  isAssisted: boolean;
  /** Target of the call to action: `sign-up`. */
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

/** A window message of the demo: an event with its payload. */
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
 * Parses the data of a window message. Drops properties that the event does not define.
 * @param data Untrusted; only the message's own fields are read.
 * @returns a new object, or null if `data` is not a valid message of the demo.
 */
export function parseDemoMessage(data: unknown): DemoMessage | null {
  if (!isRecord(data) || ownProperty(data, "source") !== DEMO_MESSAGE_SOURCE) return null;
  const event = ownProperty(data, "event");
  const demoFields = ownProperty(data, "demo");
  if (!isDemoEvent(event) || !isRecord(demoFields)) return null;
  const demo: Partial<Record<keyof DemoFields, unknown>> = {};
  for (const field of FIELDS_OF[event]) {
    const value = ownProperty(demoFields, field);
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

/** Checks that `stepIndex` and `doneCount` fit `stepCount`. */
function isInRange({ stepCount, stepIndex = 0, doneCount = 0 }: Partial<Record<keyof DemoFields, unknown>>) {
  return Number(stepIndex) < Number(stepCount) && Number(doneCount) <= Number(stepCount);
}

function isDemoEvent(value: unknown): value is DemoEvent {
  return typeof value === "string" && Object.hasOwn(FIELDS_OF, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Reads an own property; inherited ones are ignored, to block prototype pollution. */
function ownProperty(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Casts a payload. The caller, {@link parseDemoMessage}, guarantees that `demo` has exactly the fields of `event`, each checked. */
function asChecked(event: DemoEvent, demo: object): DemoMessage {
  return { source: DEMO_MESSAGE_SOURCE, event, demo } as DemoMessage;
}
