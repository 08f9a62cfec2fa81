import { type Milliseconds, ONE_DAY, ONE_SECOND } from "../time.ts";

/** Where segments and interactions go (specification, section 7): query device_id, session_id, type, api_key. */
export const REPLAY_PATH = "/v1/replay";
/** Values of the query's `type`. */
export const REPLAY_TYPES = { segment: "replay", interaction: "interaction" } as const;
/** Query parameter that says how the body is packed where a beacon cannot set a header: `deflate`, a zlib stream. */
export const REPLAY_ENCODING_PARAMETER = "encoding";
/** Where Datadog's browser client sends, as its `proxy`. */
export const RUM_PATH = "/v1/monitoring";
/** DOM event on `document` by which a page has itself recorded from now on (specification, section 9: replay started manually). */
export const RECORDING_REQUEST = "marquee:record";
/** The {@link RecordingSettings} that browsers fetch once. They need all of them, so anyone can read them. */
export const RECORDING_SETTINGS_PATH = "/v1/recording-settings";
/** Header of documents, and metric of their `Server-Timing`: by which version of itself the page was served. */
export const PAGE_VERSION_HEADER = "page-version";
export const PAGE_VERSION_TIMING = "page";

/** A segment ends at whichever comes first (specification, section 9). Bytes are those that go over the wire. */
export const SEGMENT_DURATION: Milliseconds = 30 * ONE_SECOND;
export const SEGMENT_BYTES = 60_000;
/** Largest body on the wire, and unpacked. */
export const MAX_SEGMENT_BYTES = 10 * 1024 ** 2;
export const MAX_SEGMENT_RAW_BYTES = 100 * 1024 ** 2;
/** Interactions are sent in batches this far apart, at least and at most (specification, section 7). */
export const INTERACTION_MIN_INTERVAL: Milliseconds = 30 * ONE_SECOND;
export const INTERACTION_MAX_INTERVAL: Milliseconds = 60 * ONE_SECOND;
/** A matched rule records this long (specification, section 9). */
export const TARGETING_LIFETIME: Milliseconds = 2 * ONE_DAY;
/** How often the address is looked at for rules. */
export const ADDRESS_POLL_INTERVAL: Milliseconds = ONE_SECOND;
/** Clicks on one element within a second that make a rage click. */
export const RAGE_CLICK_COUNT = 3;
export const RAGE_WINDOW: Milliseconds = ONE_SECOND;
/** Longest name of a device, and of what recorders name: characters. */
export const REPLAY_NAME_LENGTH = 256;
/** User agents are cut (specification, section 9). */
export const REPLAY_USER_AGENT_LENGTH = 500;

/** Inputs are masked by both; `conservative` masks all text. */
export const MASKING_LEVELS = ["mask-user-input", "conservative"] as const;
export type MaskingLevel = (typeof MASKING_LEVELS)[number];

/**
 * The visitor's system color scheme. rrweb's `Meta` events carry it as `colorScheme` for the full snapshot
 * that follows.
 */
export type ColorScheme = "light" | "dark";

/** Why a segment was started; `recovered` if another page finished it. */
export const SEGMENT_REASONS = [
  "init",
  "duration",
  "bytes",
  "page",
  "session",
  "hidden",
  "recovered",
] as const;
export type SegmentReason = (typeof SEGMENT_REASONS)[number];

/** A segment's metadata. All times are milliseconds since the epoch, by the visitor's clock. */
export interface SegmentMetadata {
  /** Segment ID in every transport: `<recordingId>.<index>`. */
  id: string;
  /** One for each document that was recorded. */
  recordingId: string;
  /** From 0, within the recording. */
  index: number;
  /** Position of its first event in the recording, from 0; used to detect duplicates. */
  firstEvent: number;
  start: number;
  end: number;
  hasFullSnapshot: boolean;
  reason: SegmentReason;
  /** Of the page that was shown when it began; filtered. */
  pageUrl: string;
  /** Empty where the server did not say. */
  pageVersion: string;
  viewportWidth: number;
  viewportHeight: number;
  userAgent: string;
  privacyLevel: MaskingLevel;
  /** What let it be recorded. */
  admission: "sample" | "targeting" | "manual";
}

/** Body of a segment of ours. Amplitude's client sends `version` and `events`, each a text of JSON. */
export interface SegmentBody {
  version: 1;
  segment: SegmentMetadata;
  /** Of the rrweb format. */
  events: readonly unknown[];
}

/** Whose recorder sent a segment: column `protocol` of the table `replay_segments`. */
export const REPLAY_PROTOCOLS = { ours: "marquee", amplitude: "amplitude", datadog: "datadog" } as const;

/** What clicks say when nothing came of them, or too many came at once. */
export const FRUSTRATIONS = ["rage", "dead"] as const;
export type Frustration = (typeof FRUSTRATIONS)[number];

/** Click fields of the specification (section 3), and what heatmaps need in addition. */
export interface ClickRecord {
  /** From the page's left and top edge, CSS pixels. */
  x: number;
  y: number;
  selector: string;
  viewportHeight: number;
  viewportWidth: number;
  pageUrl: string;
  /** Of grouped clicks the beginning of their hour: milliseconds since the epoch. */
  timestamp: number;
  type: "click";
  /** Clicks that it stands for: same place, selector and hour. */
  count?: number;
  pageVersion?: string;
  /** ID of the section that contains the element. */
  sectionId?: string;
  /** Within the element, from 0 at its left and top edge to 1. */
  elementX?: number;
  elementY?: number;
  /** Width and height of the whole page, CSS pixels. */
  pageWidth?: number;
  pageHeight?: number;
  frustration?: Frustration;
}

/** How far a page was scrolled (specification, section 3), told when it is left. */
export interface ScrollRecord {
  /** Farthest right and lowest point that was within the viewport's left and top edge. */
  maxScrollX: number;
  maxScrollY: number;
  /** The same of its right and bottom edge. */
  maxScrollWidth: number;
  maxScrollHeight: number;
  viewportHeight: number;
  viewportWidth: number;
  pageUrl: string;
  timestamp: number;
  type: "scroll";
  pageVersion?: string;
  /** Id of the last section that came into view. */
  sectionId?: string;
  pageHeight?: number;
}

export interface InteractionBody {
  version: 1;
  /** Names the batch: records of another one are other records, though they say the same. */
  id?: string;
  events: readonly (ClickRecord | ScrollRecord)[];
}

/** Records a session that the sample leaves out; any one that matches is enough. */
export type RecordingRule =
  /** `pattern`: the whole path, a single star for each stretch of it that may be anything. */
  | { kind: "address"; pattern: string }
  /** Name of a track call. */
  | { kind: "event"; name: string }
  /** The flag's answer, as JSON. */
  | { kind: "flag"; key: string; value: string }
  /** A property of any event, as text. */
  | { kind: "property"; name: string; value: string };

/** Addresses that match have their path and query replaced before anything is kept or sent. */
export interface AddressRule {
  /** Whole address, a single star for each stretch of it that may be anything. */
  pattern: string;
  replacement: string;
}

/** What recorders are told; edited in the console. What only the server needs does not belong here: {@link RECORDING_SETTINGS_PATH}. */
export interface RecordingSettings {
  isCaptureEnabled: boolean;
  /** Percent of sessions that are recorded. */
  sampleRate: number;
  /** Percent of sessions whose clicks and scrolling go to heatmaps. */
  interactionSampleRate: number;
  privacyLevel: MaskingLevel;
  /** Elements that match are left out whole. */
  blockSelectors: readonly string[];
  rules: readonly RecordingRule[];
  addressRules: readonly AddressRule[];
  /** Names this site to monitoring; without it nothing is monitored. */
  applicationId: string;
  /** Percent of sessions that monitoring follows, and of those that it may replay. */
  monitoringSampleRate: number;
  monitoringReplaySampleRate: number;
}

/** Specification, section 9. Interactions are small, and a heatmap of one visitor in twenty shows little. */
export const DEFAULT_RECORDING_SETTINGS: RecordingSettings = {
  isCaptureEnabled: true,
  sampleRate: 5,
  interactionSampleRate: 100,
  privacyLevel: "mask-user-input",
  blockSelectors: [],
  rules: [],
  addressRules: [],
  applicationId: "marquee",
  monitoringSampleRate: 5,
  monitoringReplaySampleRate: 5,
};
