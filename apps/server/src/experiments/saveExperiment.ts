import type { ExperimentDefinition } from "@marquee/contract";
import type { Decision, Standing } from "./changeExperiment.ts";
import { checkDefinition, type Surroundings } from "./checks/checkDefinition.ts";
import { checkEdit } from "./checks/checkEdit.ts";

/** A definition as it becomes; a new one is a draft. @throws {ApiError} bad_request */
export async function saveExperiment(
  { current, others }: Standing,
  definition: ExperimentDefinition,
  { surroundings, action }: { surroundings: Surroundings; action?: string | undefined },
): Promise<Decision> {
  if (current) checkEdit(current, definition);
  await checkDefinition(definition, others, surroundings);
  const { state, phase, startedAt, stoppedAt, shipped } = current ?? DRAFT;
  return {
    content: { definition, state, phase, startedAt, stoppedAt, shipped },
    action: action ?? (current ? "changed" : "created"),
    before: current?.definition ?? null,
    after: definition,
  };
}

const DRAFT = { state: "draft", phase: 0, startedAt: null, stoppedAt: null, shipped: null } as const;
