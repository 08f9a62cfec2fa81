import { type Dispatch, useEffect, useMemo, useReducer, useRef } from "react";
import type { DemoCopy } from "../../copy/copy.ts";
import {
  DEMO_EVENTS,
  DEMO_MESSAGE_SOURCE,
  type DemoEvent,
  type DemoMessage,
  type DemoPayload,
} from "../demoEvents.ts";
import {
  createTourReducer,
  currentStep,
  INITIAL_TOUR,
  STEPS,
  type StepId,
  type Tour,
  type TourAction,
  type TourWords,
} from "./tour.ts";

const DEMO_ID = "trellis-walk";

const FLOW = { demoId: DEMO_ID, stepCount: STEPS.length };

/** Props shared by all parts of the demo: copy, state and dispatch. */
export interface TourProps {
  copy: DemoCopy;
  tour: Tour;
  dispatch: Dispatch<TourAction>;
}

/** The tour's state. Reports each change to the host page. */
export function useTour(copy: DemoCopy) {
  const reducer = useMemo(() => createTourReducer(textsOf(copy)), [copy]);
  const [tour, dispatch] = useReducer(reducer, INITIAL_TOUR);
  const told = useRef(tour);
  useEffect(() => {
    for (const message of messagesBetween(told.current, tour)) postToHost(message);
    told.current = tour;
  }, [tour]);
  return { tour, dispatch };
}

/** Texts that the demo enters when it performs a step for the visitor. */
function textsOf({ list, samples }: DemoCopy): TourWords {
  return { list: list.suggestion, task: list.taskSuggestion, samples };
}

/** The events to report for a change of the tour's state, in order. */
export function messagesBetween(before: Tour, after: Tour): DemoMessage[] {
  if (after.run !== before.run) return [message(DEMO_EVENTS.startFlow, FLOW), viewStep(after)];
  return [
    ...engagement(before, after),
    ...completions(before, after),
    ...arrival(before, after),
    ...checklistToggle(before, after),
  ];
}

/** The event for following the call to action at the end. @param action Target of the link, such as `sign-up`. */
export function convertedMessage(action: string): DemoMessage {
  return message(DEMO_EVENTS.converted, { ...FLOW, action });
}

function engagement(before: Tour, after: Tour): DemoMessage[] {
  if (before.isEngaged || !after.isEngaged) return [];
  return [message(DEMO_EVENTS.engage, { ...FLOW, ...placeOf(currentStep(after)) })];
}

function completions(before: Tour, after: Tour): DemoMessage[] {
  const added = after.done.filter((step) => !before.done.includes(step));
  const doneCount = after.done.length;
  const tasks = added.map((step) => {
    const isAssisted = after.assisted.includes(step);
    return message(DEMO_EVENTS.completeTask, { ...FLOW, ...placeOf(step), doneCount, isAssisted });
  });
  const isComplete = added.length > 0 && doneCount === STEPS.length;
  return isComplete ? [...tasks, message(DEMO_EVENTS.completeChecklist, { ...FLOW, doneCount })] : tasks;
}

function arrival(before: Tour, after: Tour): DemoMessage[] {
  if (after.phase === before.phase && after.step === before.step) return [];
  if (after.phase === "steps") return [viewStep(after)];
  return [message(DEMO_EVENTS.completeFlow, { ...FLOW, doneCount: after.done.length })];
}

function checklistToggle(before: Tour, after: Tour): DemoMessage[] {
  if (before.isChecklistOpen === after.isChecklistOpen) return [];
  const event = after.isChecklistOpen ? DEMO_EVENTS.openChecklist : DEMO_EVENTS.closeChecklist;
  return [message(event, { ...FLOW, doneCount: after.done.length })];
}

function viewStep(tour: Tour): DemoMessage {
  return message(DEMO_EVENTS.viewStep, { ...FLOW, ...placeOf(currentStep(tour)) });
}

function placeOf(step: StepId) {
  return { stepId: step, stepIndex: STEPS.indexOf(step) };
}

/** Builds a message. The cast is safe because the signature ties the payload to the event. */
function message<Event extends DemoEvent>(event: Event, demo: DemoPayload<Event>): DemoMessage {
  return { source: DEMO_MESSAGE_SOURCE, event, demo } as DemoMessage;
}

/** Posts a message to the host page, only if it has the demo's own origin. Does nothing when the demo runs outside a frame. */
export function postToHost(message: DemoMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, location.origin);
}
