import { parseUrl } from "../kernel/url.ts";

/** The person who books a meeting, from the data of their form. */
export interface Booker {
  email: string;
  /** May be empty. */
  name: string;
  /** ID of the form. Schedulers that return it with a booking get it, so that the booking finds its lead. */
  submissionId?: string;
}

/** A scheduler whose booking pages are known by their host. */
interface Scheduler {
  host: RegExp;
  /** The form's data as query parameters documented by the scheduler. Nothing else is passed on. */
  parameters(booker: Booker): Record<string, string>;
  /** Turns a booking page's URL into one that may be shown in a frame. */
  frame(url: URL): void;
}

const SCHEDULERS: readonly Scheduler[] = [
  {
    // https://cal.com/help/embedding/prefill-booking-form-embed; pages can be framed only at `/embed`.
    host: /^(?:[a-z0-9-]+\.)?cal\.(?:com|eu)$/,
    // Metadata comes back in the webhook: https://cal.com/docs/developing/guides/automation/webhooks.
    parameters: ({ email, name, submissionId = "" }) => ({ email, name, "metadata[lead]": submissionId }),
    frame(url) {
      url.pathname += url.pathname.endsWith("/") ? "embed" : "/embed";
    },
  },
  {
    // https://help.chilipiper.com/hc/en-us/articles/32118298275603
    host: /^[a-z0-9-]+\.chilipiper\.com$/,
    parameters: ({ email }) => ({ id: email }),
    frame: () => undefined,
  },
  {
    // https://knowledge.hubspot.com/meetings-tool/use-meetings
    host: /^(?:meetings|meetings-[a-z0-9]+)\.hubspot\.com$/,
    parameters: ({ email }) => ({ email }),
    frame(url) {
      url.searchParams.set("embed", "true");
    },
  },
];

const schedulerOf = ({ hostname }: URL) => SCHEDULERS.find(({ host }) => host.test(hostname));

/**
 * The booking page for one person. Keeps the URL's own parameters.
 * @param url an https URL. @param otherParameter name of the parameter with the email address for unknown schedulers; empty to pass nothing
 * on.
 */
export function bookingUrl(url: string, booker: Booker, otherParameter: string): string {
  const page = new URL(url);
  const other: Record<string, string> = otherParameter ? { [otherParameter]: booker.email } : {};
  const parameters = schedulerOf(page)?.parameters(booker) ?? other;
  for (const [name, value] of Object.entries(parameters)) if (value) page.searchParams.set(name, value);
  return page.href;
}

/** The URL with which a booking page is shown in a frame. @returns null for text that is not a URL. */
export function bookingFrameUrl(url: string): string | null {
  const page = parseUrl(url);
  if (!page) return null;
  schedulerOf(page)?.frame(page);
  return page.href;
}
