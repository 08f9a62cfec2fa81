import type { ErrorStatus } from "@marquee/contract/schema";
import { shortRelease } from "../../shared/charts/releaseMarks.ts";
import { formatInstant } from "../../shared/format/format.ts";

const within = (release: string) => (release === "" ? "" : ` in release ${shortRelease(release)}`);

/** The state of an error and its history, as sentences. Empty if nobody has changed it. */
export function statusText({ state, resolved, reopened, updated }: ErrorStatus): string {
  if (reopened && resolved)
    return `Resolved ${formatInstant(resolved.at)}${within(resolved.release)}. Came back ${formatInstant(reopened.at)}${within(reopened.release)}.`;
  if (!updated) return "";
  const by = `by ${updated.by}`;
  if (state === "resolved" && resolved) {
    const until = resolved.release === "" ? "when it occurs again" : "when it occurs in a later release";
    return `Resolved ${formatInstant(resolved.at)}${within(resolved.release)}, last changed ${by}. It reopens ${until}.`;
  }
  return `${state === "ignored" ? "Ignored" : "Changed"} ${formatInstant(updated.at)} ${by}.`;
}

/** The badge of an error that came back: "Came back in 1a2b3c4". */
export function returnText({ release }: NonNullable<ErrorStatus["reopened"]>): string {
  return release === "" ? "Came back" : `Came back in ${shortRelease(release)}`;
}
