import type { Milliseconds, Timestamp } from "@marquee/contract";
import type { AlertDefinition, AlertStatus } from "@marquee/contract/schema";

/** Something that is wrong. */
export interface Finding {
  /** What it is about, such as an experiment; empty for alerts with a single subject. */
  subject: string;
  text: string;
  /** Path in the console. */
  href: string;
  /** Not wrong enough for a new alarm, but too much to end an open one. */
  isUnsettled?: boolean;
}

/** What was wrong at a time. */
export interface Step {
  at: Timestamp;
  findings: Finding[];
}

/** The result of a check. */
export interface CheckResult {
  /** In order of time; usually one. After a break, one for each hour since. */
  steps: Step[];
  status: Omit<AlertStatus, "checkedAt">;
  /** How many steps on end must find nothing before an alarm ends. */
  quietSteps: number;
}

/** What is checked, and since when. */
export interface Checked {
  alert: AlertDefinition;
  /** Null for the first check. */
  through: Timestamp | null;
  now: Timestamp;
  /** How much of the past is judged at most, for kinds that count. Default: 31 days. */
  lookBack?: Milliseconds;
}
