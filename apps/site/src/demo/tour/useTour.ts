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

/** What each part of the demo shows, and how it changes that. */
export interface TourProps {
  copy: DemoCopy;
  tour: Tour;
  dispatch: Dispatch<TourAction>;
}

/** The walk's state; each change of it is told to the page around the demo. */
export function useTour(copy: DemoCopy) {
  const reducer = useMemo(() => createTourReducer(wordsOf(copy)), [copy]);
  const [tour, dispatch] = useReducer(reducer, INITIAL_TOUR);
  const told = useRef(tour);
  useEffect(() => {
    for (const message of messagesBetween(told.current, tour)) postToHost(message);
    told.current = tour;
  }, [tour]);
  return { tour, dispatch };
}

/** The words that the demo writes when it does a step for the visitor. */
function wordsOf({ list, samples }: DemoCopy): TourWords {
  return { list: list.suggestion, task: list.taskSuggestion, samples };
}

/** Events to report for a change of the tour's state, in order. */
export function messagesBetween(before: Tour, after: Tour): DemoMessage[] {
  if (after.run !== before.run) return [message(DEMO_EVENTS.startFlow, FLOW), viewStep(after)];
  return [
    ...engagement(before, after),
    ...completions(before, after),
    ...arrival(before, after),
    ...checklistToggle(before, after),
  ];
}

/** The visitor follows the call at the end. */
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

/** Guarantees what its signature says: the payload is that of the event. */
function message<Event extends DemoEvent>(event: Event, demo: DemoPayload<Event>): DemoMessage {
  return { source: DEMO_MESSAGE_SOURCE, event, demo } as DemoMessage;
}

/** Sends a message of the demo to the page around it, which is of this very origin or does not get it. Alone in its tab, it is silent. */
export function postToHost(message: DemoMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, location.origin);
}
