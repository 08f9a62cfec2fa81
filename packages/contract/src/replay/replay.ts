import { cutText } from "../kernel/text.ts";
import { type Milliseconds, ONE_DAY, ONE_SECOND, type Timestamp } from "../kernel/time.ts";

/** Route that receives segments and interactions (specification, section 7), with the query parameters device_id, session_id, type and api_key. */
export const REPLAY_PATH = "/v1/replay";
/** Values of the query parameter `type`. */
export const REPLAY_TYPES = { segment: "replay", interaction: "interaction" } as const;
/** Query parameter with the encoding of the body, since beacons cannot set headers: `deflate`, a zlib stream. */
export const REPLAY_ENCODING_PARAMETER = "encoding";
/** Attributes of recorded elements, for states that have no attribute. */
export const TOP_LAYER_ATTRIBUTES = { popover: "rr_popover", fullscreen: "rr_fullscreen" } as const;
/** When the request is sent, in milliseconds since the epoch by the visitor's clock. */
export const REPLAY_SENT_PARAMETER = "sent_at";
/** Route that receives the data of Datadog's browser client, set as its `proxy`. */
export const RUM_PATH = "/v1/monitoring";
/** DOM event on `document` with which a page starts its own recording (specification, section 9: replay started manually). */
export const RECORDING_REQUEST = "marquee:record";
/** Route of the {@link RecordingSettings}, which browsers fetch once. Browsers need all settings, so the route is public. */
export const RECORDING_SETTINGS_PATH = "/v1/recording-settings";
/** Response header of documents, and metric of their `Server-Timing`, with the page version that was served. */
export const PAGE_VERSION_HEADER = "page-version";
export const PAGE_VERSION_TIMING = "page";

/** A segment ends at whichever limit comes first (specification, section 9). Bytes are counted as sent over the network. */
export const SEGMENT_DURATION: Milliseconds = 30 * ONE_SECOND;
export const SEGMENT_BYTES = 60_000;
/** Maximum body size of a segment, as sent and uncompressed. */
export const MAX_SEGMENT_BYTES = 10 * 1024 ** 2;
export const MAX_SEGMENT_RAW_BYTES = 100 * 1024 ** 2;
/** Minimum and maximum time between two batches of interactions (specification, section 7). */
export const INTERACTION_MIN_INTERVAL: Milliseconds = 30 * ONE_SECOND;
export const INTERACTION_MAX_INTERVAL: Milliseconds = 60 * ONE_SECOND;
/** How long a matched rule keeps recording (specification, section 9). */
export const TARGETING_LIFETIME: Milliseconds = 2 * ONE_DAY;
/** How often the URL is checked against the recording rules. */
export const ADDRESS_POLL_INTERVAL: Milliseconds = ONE_SECOND;
/** Number of clicks on one element within {@link RAGE_WINDOW} that make a rage click. */
export const RAGE_CLICK_COUNT = 3;
export const RAGE_WINDOW: Milliseconds = ONE_SECOND;
/** Maximum length of a device name and of the names that recorders set, in characters. */
export const REPLAY_NAME_LENGTH = 256;
/** User agents are truncated to this length in characters (specification, section 9). */
export const REPLAY_USER_AGENT_LENGTH = 500;

/** Both levels mask inputs; `conservative` masks all text. */
export const MASKING_LEVELS = ["mask-user-input", "conservative"] as const;
export type MaskingLevel = (typeof MASKING_LEVELS)[number];

/**
 * The visitor's system color scheme. rrweb's `Meta` events carry it as `colorScheme` for the full snapshot
 * that follows.
 */
export type ColorScheme = "light" | "dark";

/** Why a segment was started. `recovered` means that a later page finished it. */
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
  /** ID of the recording; each recorded document has its own. */
  recordingId: string;
  /** Position of the segment in the recording, from 0. */
  index: number;
  /** Position of its first event in the recording, from 0; used to detect duplicates. */
  firstEvent: number;
  start: number;
  end: number;
  hasFullSnapshot: boolean;
  reason: SegmentReason;
  /** URL of the page when the segment began, after {@link AddressRule} replacements. */
  pageUrl: string;
  /** Empty if the server did not report one. */
  pageVersion: string;
  viewportWidth: number;
  viewportHeight: number;
  userAgent: string;
  privacyLevel: MaskingLevel;
  /** Why the session is recorded: by sample rate, a matching rule or a request of the page. */
  admission: "sample" | "targeting" | "manual";
  /** {@link ruleId} of the rule that matched, if one did. */
  rule?: string;
}

/** Body of a segment from our recorder. Amplitude's client sends `version` and `events`, each event as a JSON string. */
export interface SegmentBody {
  version: 1;
  segment: SegmentMetadata;
  /** rrweb events. */
  events: readonly unknown[];
}

/** Recorders that send segments: column `protocol` of the table `replay_segments`. */
export const REPLAY_PROTOCOLS = { ours: "marquee", amplitude: "amplitude", datadog: "datadog" } as const;

/** Kinds of frustrated clicks: many in quick succession, or one without effect. */
export const FRUSTRATIONS = ["rage", "dead"] as const;
export type Frustration = (typeof FRUSTRATIONS)[number];

/** A click with the fields of the specification (section 3), and the additional fields that heatmaps need. */
export interface ClickRecord {
  /** Distance from the left and top edges of the page, in CSS pixels. */
  x: number;
  y: number;
  selector: string;
  viewportHeight: number;
  viewportWidth: number;
  pageUrl: string;
  /** Milliseconds since the epoch; for grouped clicks, the start of their hour. */
  timestamp: number;
  type: "click";
  /** Number of grouped clicks: same place, selector and hour. */
  count?: number;
  pageVersion?: string;
  /** ID of the section that contains the element. */
  sectionId?: string;
  /** Position within the element, from 0 (left, top) to 1. */
  elementX?: number;
  elementY?: number;
  /** Size of the whole page in CSS pixels. */
  pageWidth?: number;
  pageHeight?: number;
  frustration?: Frustration;
}

/** Scroll extent of a page (specification, section 3), reported when the visitor leaves it. */
export interface ScrollRecord {
  /** Maximum position of the viewport's left and top edges on the page, in CSS pixels. */
  maxScrollX: number;
  maxScrollY: number;
  /** Maximum position of the viewport's right and bottom edges. */
  maxScrollWidth: number;
  maxScrollHeight: number;
  viewportHeight: number;
  viewportWidth: number;
  pageUrl: string;
  timestamp: number;
  type: "scroll";
  pageVersion?: string;
  /** ID of the last section that came into view. */
  sectionId?: string;
  pageHeight?: number;
}

export interface InteractionBody {
  version: 1;
  /** ID of the batch. Equal records in batches with different IDs are separate records. */
  id?: string;
  events: readonly (ClickRecord | ScrollRecord)[];
}

/** Records a session that was not sampled. One matching rule is enough. */
export type RecordingRule = RuleCondition & {
  /**
   * Until when a temporary rule applies: at most {@link TARGETING_LIFETIME} from when it is saved. Permanent rules have none.
   */
  until?: Timestamp;
};

type RuleCondition =
  /** `pattern` must match the whole path. Each `*` matches any text. */
  | { kind: "address"; pattern: string }
  /** Name of a track event. */
  | { kind: "event"; name: string }
  /** The flag's value, as JSON. */
  | { kind: "flag"; key: string; value: string }
  /** A property of any event. `value` is compared as text. */
  | { kind: "property"; name: string; value: string }
  /** The source of the visit, as in the cookie `utm_source`, regardless of case. */
  | { kind: "source"; source: string };

/** Identifies a rule by its condition, in the visitor's browser and in what it records. At most {@link REPLAY_NAME_LENGTH} characters. */
export function ruleId({ until: _until, kind, ...values }: RecordingRule): string {
  return cutText(JSON.stringify([kind, ...Object.values(values)]), REPLAY_NAME_LENGTH);
}

/** Replaces the path and query of matching URLs before anything is stored or sent. */
export interface AddressRule {
  /** Must match the whole URL. Each `*` matches any text. */
  pattern: string;
  replacement: string;
}

/**
 * Settings of the recorders, edited in the console. They are public ({@link RECORDING_SETTINGS_PATH}), so settings that
 * only the server needs do not belong here.
 */
export interface RecordingSettings {
  isCaptureEnabled: boolean;
  /** Percentage of sessions that are recorded. */
  sampleRate: number;
  /** Percentage of sessions whose clicks and scrolling are sent for heatmaps. */
  interactionSampleRate: number;
  privacyLevel: MaskingLevel;
  /** CSS selectors of elements that are blocked, which means left out of the recording. */
  blockSelectors: readonly string[];
  rules: readonly RecordingRule[];
  addressRules: readonly AddressRule[];
  /** Application ID of this site in RUM. If empty, RUM is off. */
  applicationId: string;
  /** Percentage of sessions that RUM tracks, and percentage of those that it may replay. */
  monitoringSampleRate: number;
  monitoringReplaySampleRate: number;
}

/** Defaults of the specification, section 9. All interactions are sent, because they are small and a heatmap of 5% of visitors shows little. */
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
