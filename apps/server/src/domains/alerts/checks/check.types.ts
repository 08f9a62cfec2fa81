import type { Milliseconds, Timestamp } from "@marquee/contract";
import type { AlertDefinition, AlertStatus } from "@marquee/contract/schema";

/** Something that is wrong. */
export interface Finding {
  /** What it is about, such as an experiment; empty for alerts with a single subject. */
  subject: string;
  text: string;
  /** Path in the console. */
  href: string;
  /** Whether it is too weak to open an alarm, but strong enough to keep one open. */
  isUnsettled?: boolean;
}

/** The findings at a time. */
export interface Step {
  at: Timestamp;
  findings: Finding[];
}

/** The result of a check. */
export interface CheckResult {
  /** In chronological order; usually one, and after a break one for each hour since. */
  steps: Step[];
  status: Omit<AlertStatus, "checkedAt">;
  /** Number of consecutive steps without findings that end an alarm. */
  quietSteps: number;
}

/** What is checked, and since when. */
export interface Checked {
  alert: AlertDefinition;
  /** Null for the first check. */
  through: Timestamp | null;
  now: Timestamp;
  /** How far back a check judges at most, for kinds that count. Default: 31 days. */
  lookBack?: Milliseconds;
}
