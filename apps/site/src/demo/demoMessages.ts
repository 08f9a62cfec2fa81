import { cutText } from "@marquee/contract";
import { DEMO_EVENTS, type DemoEvent, type DemoMessage, parseDemoMessage } from "./demoEvents.ts";

/**
 * An event of a demo that another company hosts, with as much of the demo's payload as that company reports.
 */
interface HostedDemoMessage {
  event: DemoEvent;
  demo: { demoId?: string; stepId?: string; stepIndex?: number };
}

/** Parses a window message of the demo at `demoUrl`, or of our own. @returns null for any other message. */
export function parseMessage(data: unknown, demoUrl: string | null): DemoMessage | HostedDemoMessage | null {
  return demoUrl ? parseHostedMessage(data) : parseDemoMessage(data);
}

/** Navattic's types of events. Others, which identify the visitor or a link target, are ignored. */
const NAVATTIC: Record<string, DemoEvent> = {
  START_FLOW: DEMO_EVENTS.startFlow,
  VIEW_STEP: DEMO_EVENTS.viewStep,
  COMPLETE_FLOW: DEMO_EVENTS.completeFlow,
  ENGAGE: DEMO_EVENTS.engage,
  CONVERTED: DEMO_EVENTS.converted,
  OPEN_CHECKLIST: DEMO_EVENTS.openChecklist,
  CLOSE_CHECKLIST: DEMO_EVENTS.closeChecklist,
  COMPLETE_TASK: DEMO_EVENTS.completeTask,
};

const STORYLANE_MESSAGE = "storylane-demo-event";
const STORYLANE: Record<string, DemoEvent> = {
  demo_open: DEMO_EVENTS.startFlow,
  step_view: DEMO_EVENTS.viewStep,
  demo_finished: DEMO_EVENTS.completeFlow,
  primary_cta: DEMO_EVENTS.converted,
};

const TEXT_MAX_LENGTH = 64;
const COUNT_MAX = 1000;

/**
 * Parses a window message of a demo hosted by Navattic or Storylane (specification, section 7). Email addresses and names that both
 * may include are left out.
 * @param data Untrusted.
 * @returns null for any other message.
 */
export function parseHostedMessage(data: unknown): HostedDemoMessage | null {
  const { message, payload, type, project, step } = asRecord(data);
  if (message === STORYLANE_MESSAGE) {
    const { event, demo, step } = asRecord(payload);
    const { id, index } = asRecord(step);
    // Storylane counts from 1.
    const stepIndex = typeof index === "number" ? index - 1 : undefined;
    return messageOf(eventOf(STORYLANE, event), { demoId: asRecord(demo).id, stepId: id, stepIndex });
  }
  const { name, indx } = asRecord(step);
  return messageOf(eventOf(NAVATTIC, type), { demoId: asRecord(project).id, stepId: name, stepIndex: indx });
}

function eventOf(events: Record<string, DemoEvent>, name: unknown): DemoEvent | undefined {
  return typeof name === "string" && Object.hasOwn(events, name) ? events[name] : undefined;
}

interface UncheckedDemo {
  demoId: unknown;
  stepId: unknown;
  stepIndex: unknown;
}

function messageOf(event: DemoEvent | undefined, demo: UncheckedDemo): HostedDemoMessage | null {
  if (!event) return null;
  const { demoId, stepId, stepIndex } = demo;
  return {
    event,
    demo: {
      ...(isText(demoId) && { demoId: cutText(demoId, TEXT_MAX_LENGTH) }),
      ...(isText(stepId) && { stepId: cutText(stepId, TEXT_MAX_LENGTH) }),
      ...(isCount(stepIndex) && { stepIndex }),
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= COUNT_MAX;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
