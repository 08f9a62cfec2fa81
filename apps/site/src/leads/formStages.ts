import type { FormId, LeadField, LeadKind, LeadProblem, LeadProblems } from "@marquee/contract";
import type { Measure } from "@marquee/measure";

/** Which form, as its events say. */
export interface NamedForm {
  form: LeadKind;
  formId: FormId;
  location: string;
}

/** Tracks what happens to a form before it is sent, as docs/measurement.md says: by the names of fields, never what was typed. */
export interface FormStages {
  /** Something was typed; the first time starts the form. */
  input(): void;
  /** A field lost focus. @param value what is in it. */
  leave(field: LeadField, value: string): void;
  /** A field shows a problem. @param previous what it showed before. */
  problem(field: LeadField, problem: LeadProblem, previous?: LeadProblem): void;
  /** The form was sent, and shows these problems. */
  refuse(problems: LeadProblems): void;
  /** The form is empty again. */
  restart(): void;
}

export function createFormStages(track: Measure["track"], named: NamedForm): FormStages {
  let isStarted = false;
  const left = new Set<LeadField>();
  const show = (field: string, error: string) => track("Form Error Shown", { ...named, field, error });
  return {
    input() {
      if (!isStarted) track("Form Started", { ...named });
      isStarted = true;
    },
    leave(field, value) {
      if (left.has(field) || value.trim() === "") return;
      left.add(field);
      track("Form Field Left", { ...named, field });
    },
    problem(field, problem, previous) {
      if (problem !== previous) show(field, problem);
    },
    refuse(problems) {
      for (const [field, problem] of Object.entries(problems)) show(field, problem);
    },
    restart() {
      isStarted = false;
      left.clear();
    },
  };
}
