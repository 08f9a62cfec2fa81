import { channel } from "node:diagnostics_channel";
import type { LeadDestination, Milliseconds, Timestamp } from "@marquee/contract";
import type { JobName } from "@marquee/contract/schema";

/** A recurring event in this process. Emitting it costs almost nothing without listeners. */
export interface Observed<Event> {
  tell(event: Event): void;
  /** @param onEvent must not throw. @returns a function that ends it. */
  listen(onEvent: (event: Event) => void): () => void;
}

/** A run of a job that was not skipped. */
export interface JobRun {
  name: JobName;
  startedAt: Timestamp;
  duration: Milliseconds;
  /** Why it failed; undefined if it did not. */
  error: unknown;
}

/** An attempt to deliver a lead: `failed` if it is retried, `given_up` if not. */
export interface DeliveryAttempt {
  destination: LeadDestination;
  result: "delivered" | "failed" | "given_up";
}

/** A wrong secret. */
export interface FailedSignIn {
  /** `confirmation` is by an account that is signed in; `link` is that of an invitation or password reset. */
  step: "password" | "second_factor" | "confirmation" | "link";
}

export const jobRuns = observed<JobRun>("marquee:job-run");
export const deliveryAttempts = observed<DeliveryAttempt>("marquee:delivery-attempt");
export const failedSignIns = observed<FailedSignIn>("marquee:failed-sign-in");

function observed<Event>(name: string): Observed<Event> {
  const events = channel(name);
  return {
    tell: (event) => events.publish(event),
    listen(onEvent) {
      const onMessage = (message: unknown) => onEvent(message as Event);
      events.subscribe(onMessage);
      return () => void events.unsubscribe(onMessage);
    },
  };
}
