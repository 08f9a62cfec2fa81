import type { FormId, LeadField, LeadKind, LeadProblem, LeadProblems } from "@marquee/contract";
import type { Measure } from "@marquee/measure";

/** The form's identification in events. */
export interface NamedForm {
  form: LeadKind;
  formId: FormId;
  location: string;
}

/** Tracks a form before it is sent, as described in docs/measurement.md: by field names, never by input. */
export interface FormStages {
  /** Called on input; the first one starts the form. */
  input(): void;
  /** A field lost focus. @param value the field's current value. */
  leave(field: LeadField, value: string): void;
  /** A field shows a problem. @param previous the problem shown before. */
  problem(field: LeadField, problem: LeadProblem, previous?: LeadProblem): void;
  /** Submitting the form failed with these problems. */
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
