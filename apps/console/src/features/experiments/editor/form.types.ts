import type { ExperimentDefinition } from "@marquee/contract";

/** A part of the form: what is written so far, and how it is changed. */
export interface PartProps {
  definition: ExperimentDefinition;
  set: (change: Partial<ExperimentDefinition>) => void;
}
