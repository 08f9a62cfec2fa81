import { siteTime } from "../format/siteTime.ts";

/** The time zone of all times on the screen. */
export function TimeZone() {
  return (
    <p className="text-ink-muted text-xs" title="Time zone of the site">
      {siteTime().timeZone.replaceAll("_", " ")}
    </p>
  );
}
