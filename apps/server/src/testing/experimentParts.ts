import { eq } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import type { ExperimentDependencies } from "../experiments/experimentStore.ts";
import type { SetDefault } from "../experiments/lifecycle.ts";
import { flags } from "../storage/records/schema.ts";
import { builtInFlag, flagDefinition, pricingText } from "./experimentDefinition.ts";

/** Writes into the real table of flags; the flag `refuses` cannot be written. */
const setDefault: SetDefault = async (tx, key, value, actor) => {
  const [row] = await tx.select().from(flags).where(eq(flags.key, key));
  const definition = { ...(row?.definition ?? flagDefinition({ key, type: "json" })), defaultValue: value };
  const revision = (row?.revision ?? 0) + 1;
  const values = { key, definition, revision, updatedAt: new Date(0), updatedBy: actor };
  await tx.insert(flags).values(values).onConflictDoUpdate({ target: flags.key, set: values });
  if (key === "refuses") throw new ApiError("bad_request", "This flag refuses.");
};

/** What experiments need, over the flags of the site's code and one page. */
export function experimentParts(given: Partial<ExperimentDependencies> = {}): ExperimentDependencies {
  return {
    findFlag: builtInFlag,
    readPageText: async (page) => (page === pricingText.page ? pricingText : null),
    setDefault,
    onChange: () => undefined,
    ...given,
  };
}
