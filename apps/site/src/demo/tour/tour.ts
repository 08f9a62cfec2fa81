import {
  type Access,
  EMPTY_WORKSPACE,
  nameList,
  OWN_TASK,
  ownTask,
  setColumn,
  setDay,
  type View,
  type Workspace,
  writeTask,
} from "./workspace.ts";

/** The steps in order. One action completes each, performed by the visitor or, on request, by the demo. */
export const STEPS = ["list", "task", "due-date", "board", "timeline", "brain", "share"] as const;
export type StepId = (typeof STEPS)[number];

/**
 * State of the tour:
 *
 *   intro ──start──▶ steps ──next on the last step──▶ end
 *                    ▲  │ back                         │
 *                    └──┴───────── restart ◀───────────┘
 */
export interface Tour {
  phase: "intro" | "steps" | "end";
  /** Number of runs started; a restart begins another. */
  run: number;
  /** Index in {@link STEPS}. */
  step: number;
  done: readonly StepId[];
  /** Steps that the demo performed for the visitor. */
  assisted: readonly StepId[];
  /** Whether the visitor has performed an action themselves. */
  isEngaged: boolean;
  isChecklistOpen: boolean;
  workspace: Workspace;
}

/** A visitor's action in the workspace. */
type Act =
  | { type: "nameList"; name: string }
  | { type: "writeTask"; title: string }
  | { type: "pickDay"; day: number }
  | { type: "moveCard"; id: string; column: number }
  | { type: "moveBar"; day: number }
  | { type: "ask"; question: number }
  | { type: "share"; access: Access };

export type TourAction =
  | { type: "start" | "restart" | "back" | "next" | "assist" | "toggleChecklist" }
  | { type: "goTo"; step: number }
  | { type: "showView"; view: View }
  | Act;

/** Texts that the demo enters itself. */
export interface TourWords {
  list: string;
  task: string;
  samples: readonly string[];
}

export const INITIAL_TOUR: Tour = {
  phase: "intro",
  run: 0,
  step: 0,
  done: [],
  assisted: [],
  isEngaged: false,
  isChecklistOpen: true,
  workspace: EMPTY_WORKSPACE,
};

/** The step that each action completes. */
const STEP_OF: Record<Act["type"], StepId> = {
  nameList: "list",
  writeTask: "task",
  pickDay: "due-date",
  moveCard: "board",
  moveBar: "timeline",
  ask: "brain",
  share: "share",
};

/** View that a step opens; other steps keep the current one. */
const VIEW_OF: Partial<Record<StepId, View>> = {
  list: "list",
  task: "list",
  "due-date": "list",
  board: "list",
  timeline: "timeline",
};

/** Creates the tour's reducer. An action that is invalid in the current state changes nothing. */
export function createTourReducer(words: TourWords): (tour: Tour, action: TourAction) => Tour {
  return (tour, action) => {
    switch (action.type) {
      case "start":
        return tour.phase === "intro" ? begin(tour) : tour;
      case "restart":
        return begin(tour);
      case "toggleChecklist":
        return { ...tour, isChecklistOpen: !tour.isChecklistOpen };
      case "showView":
        return { ...tour, workspace: { ...tour.workspace, view: action.view } };
      case "back":
        return enter(tour, tour.step - 1);
      case "goTo":
        return enter(tour, action.step);
      case "next":
        return advance(tour);
      case "assist":
        return assist(tour, words);
      default:
        return perform(tour, action, words, true);
    }
  };
}

/** Index of the first incomplete step, or `STEPS.length` if all are complete. Later steps cannot be entered. */
export function unlockedStep({ done }: Pick<Tour, "done">): number {
  const index = STEPS.findIndex((step) => !done.includes(step));
  return index < 0 ? STEPS.length : index;
}

export function currentStep({ step }: Pick<Tour, "step">): StepId {
  return STEPS[step] ?? "share";
}

function begin({ run, isChecklistOpen }: Tour): Tour {
  return { ...INITIAL_TOUR, phase: "steps", run: run + 1, isChecklistOpen };
}

function enter(tour: Tour, step: number): Tour {
  const id = STEPS[step];
  if (tour.phase === "intro" || !id || step > unlockedStep(tour)) return tour;
  const view = VIEW_OF[id] ?? tour.workspace.view;
  return { ...tour, phase: "steps", step, workspace: { ...tour.workspace, view } };
}

function advance(tour: Tour): Tour {
  if (tour.phase !== "steps" || !tour.done.includes(currentStep(tour))) return tour;
  return tour.step === STEPS.length - 1 ? { ...tour, phase: "end" } : enter(tour, tour.step + 1);
}

function assist(tour: Tour, words: TourWords): Tour {
  const id = currentStep(tour);
  if (tour.phase !== "steps" || tour.done.includes(id)) return tour;
  const helped = perform(tour, actFor(id, tour.workspace, words), words, false);
  return helped.done.includes(id) ? { ...helped, assisted: [...tour.assisted, id] } : tour;
}

/** The action that completes a step for the visitor. */
function actFor(step: StepId, workspace: Workspace, words: TourWords): Act {
  switch (step) {
    case "list":
      return { type: "nameList", name: words.list };
    case "task":
      return { type: "writeTask", title: words.task };
    case "due-date":
      return { type: "pickDay", day: 3 };
    case "board":
      return { type: "moveCard", id: OWN_TASK, column: 1 };
    case "timeline": {
      const day = ownTask(workspace)?.day ?? 0;
      return { type: "moveBar", day: day < 5 ? day + 2 : day - 2 };
    }
    case "brain":
      return { type: "ask", question: 0 };
    case "share":
      return { type: "share", access: "view" };
  }
}

/** Applies the action and completes its step. Moving a card other than the visitor's own completes nothing. */
function perform(tour: Tour, act: Act, words: TourWords, isByHand: boolean): Tour {
  if (tour.phase === "intro") return tour;
  const workspace = applyAct(tour.workspace, act, words);
  const step = STEP_OF[act.type];
  if (workspace === tour.workspace && !(act.type === "pickDay" && ownTask(workspace))) return tour;
  const counts = act.type !== "moveCard" || act.id === OWN_TASK;
  const done = !counts || tour.done.includes(step) ? tour.done : [...tour.done, step];
  // Switch to the board so that the visitor sees the card that the demo moved.
  const view = !isByHand && step === "board" ? "board" : workspace.view;
  return { ...tour, done, isEngaged: tour.isEngaged || isByHand, workspace: { ...workspace, view } };
}

function applyAct(workspace: Workspace, act: Act, words: TourWords): Workspace {
  switch (act.type) {
    case "nameList":
      return nameList(workspace, act.name, words.samples);
    case "writeTask":
      return writeTask(workspace, act.title);
    case "pickDay":
    case "moveBar":
      return setDay(workspace, act.day);
    case "moveCard":
      return setColumn(workspace, act.id, act.column);
    case "ask":
      return ownTask(workspace) ? { ...workspace, question: act.question } : workspace;
    case "share":
      return workspace.listName === null ? workspace : { ...workspace, access: act.access };
  }
}
