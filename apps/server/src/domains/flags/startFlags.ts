import { isDeepStrictEqual } from "node:util";
import {
  type Environment,
  type FlagDefinition,
  type FlagValues,
  type Locale,
  type Milliseconds,
  SITE_BANNER_FLAG,
  type SiteBannerConfig,
  type SiteContent,
  type Timestamp,
} from "@marquee/contract";
import type { ExperimentSummary, RemoteFlagProblem } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { followRecords } from "../../platform/storage/records/followRecords.ts";
import type { Records } from "../../platform/storage/records/records.ts";
import type { Followed } from "../content/followContent.ts";
import { type BannerValues, bannerValuesAt, nextBannerChange, withBanner } from "./bannerFlag.ts";
import { nextChange, type RunningExperiment } from "./buildPayload.ts";
import { builtInFlags, newFlag } from "./builtInFlags.ts";
import { type CompiledFlags, compileFlags } from "./compileFlags.ts";
import { readFlags, type StoredFlag } from "./flagStore.ts";
import type { RemoteFeatures } from "./remote/startRemoteFeatures.ts";

/** The basis of flag values. */
export interface FlagsView {
  current(): CompiledFlags;
  running(): readonly RunningExperiment[];
  /** Redirect experiments that are running or have a shipped variation, running ones first. */
  redirecting(): readonly RunningExperiment[];
  /** The default value of the banner's flag in a language; null if GrowthBook's API has the flag. */
  banner(locale: Locale): SiteBannerConfig | null;
}

/** The current flags and experiments. */
export interface Flags extends FlagsView {
  /**
   * The currently stored flags and experiments, at another time of their schedules.
   * @param started keys of experiments to show as if they had been started; unknown ones are ignored.
   * @param site the content whose banner is shown.
   */
  at(time: Timestamp, started: readonly string[], site: BannerContent): FlagsView;
  /** When the schedule of a rule or of this content's banner next changes a value after a time; null for never. */
  nextScheduledChange(site: Pick<BannerContent, "banner">, after: Timestamp): Timestamp | null;
  /** Every flag: built-in flags, flags saved in the console, which override them, and flags of running experiments. */
  definitions(): FlagDefinition[];
  builtIn(key: string): FlagDefinition | null;
  /** Rules from GrowthBook that cannot be evaluated. */
  remoteProblems(): readonly RemoteFlagProblem[];
  /** An experiment in any state. */
  findExperiment(key: string): ExperimentSummary | null;
  /** Reads flags and experiments from the store again. */
  refresh(): Promise<void>;
  /** Notifies every instance that flags or experiments have changed. This instance has reloaded them when the promise resolves. */
  announce(): Promise<void>;
  /** Calls back after flag values may have changed. @returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
  stop(): Promise<void>;
}

type BannerContent = Pick<SiteContent, "banner" | "copy">;

interface FlagsOptions {
  /** The published content, which has the banner. */
  siteContent: { values(): BannerContent; onChange: Followed<SiteContent>["onChange"] };
  /** Values from `content/flags.json` and their changes. */
  file: { values(): FlagValues; onChange(listener: () => void): void; stop(): void };
  records: Records;
  /** Reads every experiment, in any state. */
  listExperiments(): Promise<ExperimentSummary[]>;
  /** Features from GrowthBook's API, or null. */
  remote?: RemoteFeatures | null;
  environment: Environment;
  now: () => Timestamp;
  log: Logger;
}

/** Values from the record store. */
interface StoredValues {
  flags: StoredFlag[];
  experiments: ExperimentSummary[];
}

/** Longest delay that `setTimeout` supports (32 bits, about 25 days). For a later change, the timer fires early and is set again. */
const MAX_DELAY: Milliseconds = 2 ** 31 - 1;

/** Reads and compiles flags and experiments, and recompiles them on changes from any instance and on schedule. */
export async function startFlags(options: FlagsOptions): Promise<Flags> {
  const { file, siteContent, records, listExperiments, remote, environment, now, log } = options;
  const listeners = new Set<() => void>();
  let stored: StoredFlag[] = [];
  let experiments: ExperimentSummary[] = [];
  let definitions: FlagDefinition[] = [];
  let compiled: CompiledFlags;
  let banner: BannerValues;
  let timer: NodeJS.Timeout | undefined;

  const running = () => experiments.filter(({ state }) => state === "running");
  const remoteFeatures = () => (remote ? { remote: remote.current() } : {});
  const compileAt = (at: Timestamp, experiments: readonly RunningExperiment[], site: BannerContent) => {
    const banner = bannerValuesAt(site, at);
    const flags = withBanner(withStored(builtInFlags(file.values()), stored), banner);
    const definitions = withExperiments(flags, experiments);
    return {
      banner,
      definitions,
      compiled: compileFlags({ definitions, experiments, environment, now: at, ...remoteFeatures() }),
    };
  };
  const bannerIn = (values: BannerValues, locale: Locale) =>
    remote && Object.hasOwn(remote.current().features, SITE_BANNER_FLAG) ? null : values[locale];
  const nextScheduledChange: Flags["nextScheduledChange"] = ({ banner }, after) => {
    const changes = [nextChange(definitions, after), nextBannerChange(banner, after)];
    const next = Math.min(...changes.map((change) => change ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(next) ? next : null;
  };
  const compile = () => {
    // Use the same time for both, or a scheduled change in between would never get a timer.
    const at = now();
    const site = siteContent.values();
    ({ definitions, compiled, banner } = compileAt(at, running(), site));
    clearTimeout(timer);
    const next = nextScheduledChange(site, at);
    if (next !== null) timer = setTimeout(recompile, Math.min(Math.max(next - at, 0), MAX_DELAY)).unref();
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const recompile = () => {
    const before = { etag: compiled.payload.etag, banner };
    compile();
    // The payload has the banner in English only.
    if (compiled.payload.etag !== before.etag || !isDeepStrictEqual(banner, before.banner)) tell();
  };
  const { refresh, announce, stop } = await followRecords<StoredValues>({
    records,
    channel: "marquee_flags",
    name: "the flags",
    async read() {
      const [flags, experiments] = await Promise.all([readFlags(records.db), listExperiments()]);
      return { flags, experiments };
    },
    unknown: { flags: [], experiments: [] },
    onChange(values) {
      stored = values.flags;
      experiments = values.experiments;
      compile();
      // Notify even if the payload is unchanged: pages also show drafts (previews) and shipped redirects, which are not in it.
      tell();
    },
    log,
  });
  file.onChange(recompile);
  siteContent.onChange(recompile);
  remote?.onChange(recompile);
  return {
    current: () => compiled,
    definitions: () => definitions,
    builtIn: (key) => builtInFlags(file.values()).find((flag) => flag.key === key) ?? null,
    running,
    redirecting: () => redirectingOf(experiments),
    banner: (locale) => bannerIn(banner, locale),
    nextScheduledChange,
    at(time, started, site) {
      const assumed = experiments.map((each) =>
        started.includes(each.definition.key) ? startedOf(each) : each,
      );
      const running = assumed.filter(({ state }) => state === "running");
      const { compiled, banner } = compileAt(time, running, site);
      return {
        current: () => compiled,
        running: () => running,
        redirecting: () => redirectingOf(assumed),
        banner: (locale) => bannerIn(banner, locale),
      };
    },
    remoteProblems: () => remote?.current().problems ?? [],
    findExperiment: (key) => experiments.find(({ definition }) => definition.key === key) ?? null,
    refresh,
    announce,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      clearTimeout(timer);
      file.stop();
      remote?.stop();
      await stop();
    },
  };
}

/** The experiment as it would be after its next start. */
function startedOf(experiment: ExperimentSummary): ExperimentSummary {
  if (experiment.state === "running") return experiment;
  return { ...experiment, state: "running", phase: experiment.phase + 1 };
}

function redirectingOf(experiments: readonly ExperimentSummary[]): ExperimentSummary[] {
  return (
    experiments
      .filter(
        ({ definition, state, shipped }) =>
          definition.kind === "redirect" && (state === "running" || shipped !== null),
      )
      // A running redirect takes precedence over a shipped one on the same page.
      .sort((one, other) => Number(other.state === "running") - Number(one.state === "running"))
  );
}

function withStored(builtIn: FlagDefinition[], stored: readonly StoredFlag[]): FlagDefinition[] {
  const byKey = new Map(builtIn.map((definition) => [definition.key, definition]));
  for (const { key, definition } of stored) byKey.set(key, definition);
  return [...byKey.values()];
}

/** Adds the flags of running experiments that have no flag yet (redirects and text); their default value is the control's. */
function withExperiments(
  definitions: FlagDefinition[],
  running: readonly RunningExperiment[],
): FlagDefinition[] {
  const definedKeys = new Set(definitions.map(({ key }) => key));
  const missing = running.filter(({ definition }) => !definedKeys.has(definition.flag));
  return [
    ...definitions,
    ...missing.map(({ definition: { flag, variations } }) => newFlag(flag, variations[0]?.value ?? null)),
  ];
}
