import { randomBytes } from "node:crypto";
import { DEFAULT_RECORDING_SETTINGS, type FlagDefinition } from "@marquee/contract";
import type { AlertDefinition, FunnelDefinition, ReportDefinition } from "@marquee/contract/schema";
import { alertStore } from "../domains/alerts/alertStore.ts";
import { costImportStore } from "../domains/campaigns/adCostStore.ts";
import { campaignLinkStore } from "../domains/campaigns/campaignLinkStore.ts";
import { connectionStore } from "../domains/connections/connectionStore.ts";
import { experimentRecord } from "../domains/experiments/experimentRow.ts";
import { newFlag } from "../domains/flags/builtInFlags.ts";
import { flagStore } from "../domains/flags/flagStore.ts";
import { funnelStore } from "../domains/goals/funnelStore.ts";
import { goalStore } from "../domains/goals/goalStore.ts";
import { segmentStore } from "../domains/goals/segmentStore.ts";
import { errorStatusStore } from "../domains/monitoring/errors/errorStatusStore.ts";
import { noteStore } from "../domains/notes/noteStore.ts";
import { recordingStore } from "../domains/replay/settings/recordingSettingsStore.ts";
import { reportStore } from "../domains/reports/reportStore.ts";
import { siteStore } from "../domains/site/siteStore.ts";
import type {
  Author,
  Key,
  VersionedRecord,
  VersionedRow,
} from "../platform/versioned/versionedRecord.types.ts";
import { experimentDefinition } from "./experimentDefinition.ts";

/** A declared record, with the data a test needs to edit it. */
export interface Sample<Row extends VersionedRow, Definition extends object, State, By extends Author> {
  record: VersionedRecord<Row, Definition, State, By>;
  /** What editors write, in turn. @param run different in each run, for what is unique. */
  definitions(run: number): Definition[];
  /** Data that the record's checks need besides the author. */
  context?: Omit<By, keyof Author>;
  /** The key of one that was created, or of a record that has a key before it is saved. */
  key: { ofCreated(state: State): Key } | { of(run: number): string };
  end?: keyof Definition & ("isArchived" | "isDeleted");
  /** Whether the history has definitions as they were written; otherwise it has something else, or nothing. */
  isRecorded: boolean;
  /** Whether the actions in the history have their usual names. */
  hasUsualActions: boolean;
}

/** A sample whose record's types don't matter to the test, which passes definitions and authors on as they are. */
export type AnySample = Sample<VersionedRow, Record<string, unknown>, unknown, Author>;

function sample<Row extends VersionedRow, Definition extends object, State, By extends Author>(
  typed: Sample<Row, Definition, State, By>,
): AnySample {
  return typed as unknown as AnySample;
}

const usual = { isRecorded: true, hasUsualActions: true };
const ofId = { ofCreated: ({ id }: { id: number }) => id };

const ALERT: AlertDefinition = {
  name: "Visits",
  kind: "traffic",
  goal: null,
  filters: [],
  direction: "both",
  sensitivity: "normal",
  channels: [],
  recipients: [],
  isOn: true,
  isDeleted: false,
};
const FUNNEL: FunnelDefinition["funnel"] = {
  steps: [{ goal: 1 }, { condition: { kind: "page", match: "is", path: "/pricing" } }],
  per: "visit",
  order: "loose",
  window: null,
};
const BOARD: ReportDefinition = {
  name: "Monday",
  description: "",
  isShared: true,
  isDeleted: false,
  content: { kind: "board", period: { range: "7d", compare: "none", matchesWeekdays: false }, cards: [] },
};
const flagOf = (run: number): FlagDefinition => newFlag(`flag-${run}`, "");

/** Every declared record, by the name of its export. @param person an account. */
export function versionedSamples(person: {
  id: string;
  email: string;
  role: "owner";
}): Record<string, AnySample> {
  return {
    campaignLinkStore: sample({
      record: campaignLinkStore,
      definitions: (run) =>
        ["", "top-button"].map((content) => ({
          destination: "https://trellis.example/pricing",
          source: "newsletter",
          medium: "email",
          campaign: `june-${run}`,
          content,
          term: "",
          isDeleted: false,
        })),
      context: {
        destinations: async () => ({ origin: "https://trellis.example", paths: ["/pricing"], hosts: [] }),
      },
      key: ofId,
      end: "isDeleted",
      ...usual,
    }),
    costImportStore: sample({
      record: costImportStore,
      definitions: () => ["may.csv", "june.csv"].map((name) => ({ name, isDeleted: false })),
      context: { totals: { rows: 1, first: "2026-05-01", last: "2026-05-01", cents: 100 } },
      key: ofId,
      end: "isDeleted",
      ...usual,
    }),
    noteStore: sample({
      record: noteStore,
      definitions: () =>
        ["TV ad", "Fair"].map((text) => ({ at: Date.UTC(2026, 4, 30), text, isDeleted: false })),
      key: ofId,
      end: "isDeleted",
      ...usual,
    }),
    goalStore: sample({
      record: goalStore,
      definitions: (run) =>
        [null, 12.5].map((value) => ({
          name: `Goal ${run}`,
          condition: { kind: "page", match: "is", path: "/pricing" },
          value,
          isArchived: false,
        })),
      key: ofId,
      end: "isArchived",
      ...usual,
    }),
    funnelStore: sample({
      record: funnelStore,
      definitions: (run) =>
        [null, 60].map((window) => ({
          name: `Funnel ${run}`,
          funnel: { ...FUNNEL, window },
          isArchived: false,
        })),
      key: ofId,
      end: "isArchived",
      ...usual,
    }),
    segmentStore: sample({
      record: segmentStore,
      definitions: () => ["Germany", "France"].map((name) => ({ name, isShared: true, filters: [] })),
      context: { person },
      key: ofId,
      isRecorded: false,
      hasUsualActions: false,
    }),
    alertStore: sample({
      record: alertStore,
      definitions: () => [ALERT, { ...ALERT, name: "Visitors" }],
      key: ofId,
      end: "isDeleted",
      ...usual,
    }),
    reportStore: sample({
      record: reportStore,
      definitions: () => [BOARD, { ...BOARD, description: "For the team" }],
      context: { person, prove: () => {} },
      key: ofId,
      end: "isDeleted",
      ...usual,
    }),
    flagStore: sample({
      record: flagStore,
      definitions: (run) => [flagOf(run), { ...flagOf(run), description: "Which headline" }],
      context: { builtIn: flagOf(0) },
      key: { of: (run) => `flag-${run}` },
      end: "isArchived",
      ...usual,
    }),
    experimentRecord: sample({
      record: experimentRecord,
      definitions: (run) =>
        ["Quiz", "Quiz banner"].map((name) => ({
          definition: experimentDefinition({ key: `experiment-${run}`, name }),
          state: "draft",
          phase: 0,
          startedAt: null,
          stoppedAt: null,
          shipped: null,
        })),
      context: { line: { before: null, after: null } },
      key: { of: (run) => `experiment-${run}` },
      isRecorded: false,
      hasUsualActions: false,
    }),
    recordingStore: sample({
      record: recordingStore,
      definitions: () => [DEFAULT_RECORDING_SETTINGS, { ...DEFAULT_RECORDING_SETTINGS, sampleRate: 50 }],
      key: { of: (run) => `run-${run}` },
      ...usual,
    }),
    siteStore: sample({
      record: siteStore,
      definitions: () =>
        ["UTC", "Europe/Berlin"].map((timeZone) => ({ timeZone, weekStart: 1, hosts: ["trellis.example"] })),
      key: { of: () => "trellis.example" },
      isRecorded: false,
      hasUsualActions: true,
    }),
    errorStatusStore: sample({
      record: errorStatusStore,
      definitions: () =>
        (["open", "resolved", "ignored"] as const).map((state) => ({ message: "Oh", state, owner: null })),
      context: { releases: [] },
      key: { of: (run) => `error-${run}` },
      isRecorded: true,
      hasUsualActions: false,
    }),
    connectionStore: sample({
      record: connectionStore,
      definitions: () => [
        {
          connected: { settings: { host: "a.example" }, secrets: { password: "canary" } },
          entered: ["password"],
        },
        { connected: null, entered: [] },
      ],
      context: { kind: "smtp", isRisky: false, secretsKey: randomBytes(32).toString("base64url") },
      key: { of: (run) => `kind-${run}` },
      isRecorded: false,
      hasUsualActions: false,
    }),
  };
}
