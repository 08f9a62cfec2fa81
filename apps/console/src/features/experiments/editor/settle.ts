import { contentFlag, type ExperimentDefinition, type Json, type Variation } from "@marquee/contract";

/** The definition with what follows from the rest put right: the flag that a kind answers, and what the control shows. */
export function settle(definition: ExperimentDefinition): ExperimentDefinition {
  const { kind, key, page } = definition;
  if (kind === "flag") return { ...definition, page: "" };
  if (kind === "redirect") {
    return { ...definition, flag: `redirect.${key}`, variations: withControl(definition.variations, page) };
  }
  const flag = page === "" ? "" : contentFlag(page);
  return { ...definition, flag, variations: withControl(definition.variations, {}) };
}

/** Initial value of a variation of this kind. */
export function emptyValue({ kind }: Pick<ExperimentDefinition, "kind">): Json {
  if (kind === "content") return {};
  return kind === "redirect" ? "" : null;
}

function withControl(variations: readonly Variation[], value: Json): Variation[] {
  return variations.map((variation, index) => (index === 0 ? { ...variation, value } : variation));
}
