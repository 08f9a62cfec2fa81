import type { ExperimentDefinition } from "@marquee/contract";
import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";

/** Experiments, including drafts. */
export const experiments = pgTable("experiments", {
  key: text("key").primaryKey(),
  definition: jsonb("definition").$type<ExperimentDefinition>().notNull(),
  revision: integer("revision").notNull(),
  state: text("state", { enum: ["draft", "running", "stopped"] }).notNull(),
  /** Each start begins a new phase. `startedAt` and `stoppedAt` are of the latest one. */
  phase: integer("phase").notNull(),
  startedAt: instant("started_at"),
  stoppedAt: instant("stopped_at"),
  /** Key of the variation that everyone gets: its texts were published, or its value became the flag's default value. */
  shipped: text("shipped"),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});

/** Every run of each experiment, with the whole definition that it ran with. */
export const experimentPhases = pgTable(
  "experiment_phases",
  {
    experiment: text("experiment")
      .notNull()
      .references(() => experiments.key, { onDelete: "cascade" }),
    phase: integer("phase").notNull(),
    definition: jsonb("definition").$type<ExperimentDefinition>().notNull(),
    startedAt: instant("started_at").notNull(),
    stoppedAt: instant("stopped_at"),
  },
  ({ experiment, phase }) => [primaryKey({ columns: [experiment, phase] })],
);
