import type { ExperimentDefinition } from "@marquee/contract";
import type { Surroundings } from "./checks/checkDefinition.ts";

/** Path of the page on which an experiment is to be looked at; null when that page is gone. */
export async function previewPath(
  { kind, page }: Pick<ExperimentDefinition, "kind" | "page">,
  { readPageText }: Pick<Surroundings, "readPageText">,
): Promise<string | null> {
  if (kind === "flag") return "/";
  if (kind === "redirect") return page;
  return (await readPageText?.(page))?.path ?? null;
}
