import { eq } from "drizzle-orm";
import type { ExperimentDependencies } from "../domains/experiments/experimentStore.ts";
import type { SetDefault } from "../domains/experiments/lifecycle.ts";
import { flags } from "../domains/flags/tables.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import { builtInFlag, flagDefinition } from "./experimentDefinition.ts";

/** Writes to the real flag table. Throws a bad_request for the flag `refuses`, to roll back the transaction. */
const setDefault: SetDefault = async (tx, { definition: { flag: key }, variation: { value }, actor }) => {
  const [row] = await tx.select().from(flags).where(eq(flags.key, key));
  const definition = { ...(row?.definition ?? flagDefinition({ key, type: "json" })), defaultValue: value };
  const revision = (row?.revision ?? 0) + 1;
  const values = { key, definition, revision, updatedAt: new Date(0), updatedBy: actor };
  await tx.insert(flags).values(values).onConflictDoUpdate({ target: flags.key, set: values });
  if (key === "refuses") throw new ApiError("bad_request", "This flag refuses.");
};

/** Dependencies of experiments, with the built-in flags and one page. */
export function experimentParts(overrides: Partial<ExperimentDependencies> = {}): ExperimentDependencies {
  return {
    findFlag: builtInFlag,
    environment: "production",
    pathOfPage: (page) => (page === "pricing" ? "/pricing" : undefined),
    checkChanges: () => [],
    setDefault,
    publishTexts: async () => undefined,
    readShippedFields: async () => [],
    onChange: () => undefined,
    ...overrides,
  };
}
