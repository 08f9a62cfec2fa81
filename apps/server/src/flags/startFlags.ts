import type { Environment, FlagDefinition, FlagValues, Milliseconds, Timestamp } from "@marquee/contract";
import type { ExperimentSummary } from "@marquee/contract/schema";
import type { Logger } from "pino";
import type { Records } from "../storage/records/records.ts";
import { nextChange, type RunningExperiment } from "./buildPayload.ts";
import { builtInFlags, newFlag } from "./builtInFlags.ts";
import { type CompiledFlags, compileFlags } from "./compileFlags.ts";
import { readFlags, type StoredFlag } from "./flagStore.ts";
import type { RemoteFeatures } from "./remote/startRemoteFeatures.ts";

/** The flags as the site asks for them, always those of now. */
export interface Flags {
  current(): CompiledFlags;
  /** Every flag: those of the site's code, and those of the console, which go first. */
  definitions(): FlagDefinition[];
  builtIn(key: string): FlagDefinition | null;
  running(): readonly RunningExperiment[];
  /** Redirects that run, and those of which a variation was shipped. */
  redirecting(): readonly RunningExperiment[];
  /** In whatever state. */
  findExperiment(key: string): ExperimentSummary | null;
  /** Reads the store anew. */
  refresh(): Promise<void>;
  /** Tells every instance that flags or experiments have changed; this one has read them when the promise settles. */
  announce(): Promise<void>;
  /** Calls back after answers may have changed. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
  stop(): Promise<void>;
}

interface FlagsOptions {
  /** `content/flags.json`, followed. */
  file: { values(): FlagValues; onChange(listener: () => void): void; stop(): void };
  records: Pick<Records, "db" | "listen" | "announce">;
  /** Reads every experiment, in whatever state. */
  listExperiments(): Promise<ExperimentSummary[]>;
  /** Features of GrowthBook's API, or null. */
  remote?: RemoteFeatures | null;
  environment: Environment;
  now: () => Timestamp;
  log: Logger;
}

const CHANNEL = "marquee_flags";
/** Timers count in 32 bits; a later change is looked at again on the way. */
const MAX_DELAY: Milliseconds = 2 ** 31 - 1;

/** Reads flags and experiments, follows their changes from any instance and their schedules, and keeps them ready to be asked. */
export async function startFlags(options: FlagsOptions): Promise<Flags> {
  const { file, records, listExperiments, remote, environment, now, log } = options;
  const listeners = new Set<() => void>();
  let stored: StoredFlag[] = [];
  let experiments: ExperimentSummary[] = [];
  let definitions: FlagDefinition[] = [];
  let compiled: CompiledFlags;
  let timer: NodeJS.Timeout | undefined;

  const running = () => experiments.filter(({ state }) => state === "running");
  const remoteFeatures = () => (remote ? { remote: remote.features() } : {});
  const read = async () => {
    [stored, experiments] = await Promise.all([readFlags(records.db), listExperiments()]);
  };
  const compile = () => {
    definitions = withExperiments(withStored(builtInFlags(file.values()), stored), running());
    const experiments = running();
    // One instant for both: a change between two would never be timed.
    const at = now();
    compiled = compileFlags({ definitions, experiments, environment, now: at, ...remoteFeatures() });
    clearTimeout(timer);
    const next = nextChange(definitions, at);
    if (next !== null) timer = setTimeout(recompile, Math.min(Math.max(next - at, 0), MAX_DELAY)).unref();
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const recompile = () => {
    const before = compiled.payload.etag;
    compile();
    if (compiled.payload.etag !== before) tell();
  };
  let reading: Promise<void> = Promise.resolve();
  /** One after the other: an earlier answer must not overtake a later one. */
  const refresh = () => {
    reading = reading
      .catch(() => undefined)
      .then(async () => {
        await read();
        compile();
        // Drafts and shipped redirects are in no payload, and pages show them all the same.
        tell();
      });
    return reading;
  };
  const onNotify = () => {
    refresh().catch((error) =>
      log.error({ err: error }, "Failed to reload flags; keeping the previous ones."),
    );
  };

  await read();
  compile();
  file.onChange(recompile);
  remote?.onChange(recompile);
  const stopListening = await records.listen(CHANNEL, onNotify);
  return {
    current: () => compiled,
    definitions: () => definitions,
    builtIn: (key) => builtInFlags(file.values()).find((flag) => flag.key === key) ?? null,
    running,
    redirecting: () =>
      experiments
        .filter(
          ({ definition, state, shipped }) =>
            definition.kind === "redirect" && (state === "running" || shipped !== null),
        )
        // What runs goes before what was shipped on the same page.
        .sort((one, other) => Number(other.state === "running") - Number(one.state === "running")),
    findExperiment: (key) => experiments.find(({ definition }) => definition.key === key) ?? null,
    refresh,
    async announce() {
      await records.announce(CHANNEL);
      await refresh();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      clearTimeout(timer);
      file.stop();
      remote?.stop();
      await stopListening();
    },
  };
}

function withStored(builtIn: FlagDefinition[], stored: readonly StoredFlag[]): FlagDefinition[] {
  const byKey = new Map(builtIn.map((definition) => [definition.key, definition]));
  for (const { key, definition } of stored) byKey.set(key, definition);
  return [...byKey.values()];
}

/** A redirect, or other texts, bring a flag of their own, which answers the control until somebody ships another variation. */
function withExperiments(
  definitions: FlagDefinition[],
  running: readonly RunningExperiment[],
): FlagDefinition[] {
  const known = new Set(definitions.map(({ key }) => key));
  const missing = running.filter(({ definition }) => !known.has(definition.flag));
  return [
    ...definitions,
    ...missing.map(({ definition: { flag, variations } }) => newFlag(flag, variations[0]?.value ?? null)),
  ];
}
