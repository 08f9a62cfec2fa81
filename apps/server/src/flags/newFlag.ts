import { ENVIRONMENTS, type FlagDefinition, type Json } from "@marquee/contract";

/** The flag of a redirect or of a page's texts, which nobody had to make before. */
export function newFlag(key: string, value: Json): FlagDefinition {
  return {
    ...{ key, description: "", defaultValue: value, rules: [], isArchived: false },
    type: typeof value === "string" ? "string" : "json",
    environments: [...ENVIRONMENTS],
  };
}
