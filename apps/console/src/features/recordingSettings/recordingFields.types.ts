import type { RecordingSettings } from "@marquee/contract";

/** What every part of the form is given. */
export interface RecordingFieldsProps {
  settings: RecordingSettings;
  onChange: (change: Partial<RecordingSettings>) => void;
}
