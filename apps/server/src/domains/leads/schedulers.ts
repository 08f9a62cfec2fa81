import { type Booker, bookingFrameUrl, bookingUrl, type FormId, type MeetingLink } from "@marquee/contract";
import { bookingPagesOf } from "@marquee/contract/schema";
import type { Connections } from "../connections/startConnections.ts";

/** The booking pages that are connected. */
export interface Schedulers {
  /** The form's booking page for this person; null if it has none. */
  linkOf(formId: FormId, booker: Booker): MeetingLink | null;
  /**
   * The URL that shows a booking page on the site; null if it opens in a new tab, as for pages that the content security policy does not
   * allow.
   */
  frameUrlOf(meetingUrl: string | null): string | null;
}

export function createSchedulers(connections: Pick<Connections, "read">): Schedulers {
  const read = () => connections.read("meetings")?.settings ?? null;
  return {
    linkOf(formId, booker) {
      const settings = read();
      const url = settings && formId !== "sign-up" ? settings[`form${formId}`] : "";
      return settings && url ? { url: bookingUrl(url, booker, settings.emailParameter) } : null;
    },
    frameUrlOf(meetingUrl) {
      const settings = read();
      if (settings?.display !== "frame" || meetingUrl === null) return null;
      const { origin } = new URL(meetingUrl);
      const isAllowed = bookingPagesOf(settings).some((url) => new URL(url).origin === origin);
      return isAllowed ? bookingFrameUrl(meetingUrl) : null;
    },
  };
}
