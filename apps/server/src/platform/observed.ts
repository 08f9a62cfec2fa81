import { channel } from "node:diagnostics_channel";
import type { LeadDestination, Milliseconds, Timestamp } from "@marquee/contract";
import type { JobName } from "@marquee/contract/schema";

/** Something that happens in this process again and again. Telling it costs next to nothing while nobody listens. */
export interface Observed<Event> {
  tell(event: Event): void;
  /** @param onEvent must not throw. @returns a function that ends it. */
  listen(onEvent: (event: Event) => void): () => void;
}

/** A run of a job that had something to do, or looked for it. */
export interface JobRun {
  name: JobName;
  startedAt: Timestamp;
  duration: Milliseconds;
  /** Why it failed; undefined if it did not. */
  error: unknown;
}

/** An attempt to deliver a lead: `failed` if it is tried again, `given_up` if it is not. */
export interface DeliveryAttempt {
  destination: LeadDestination;
  result: "delivered" | "failed" | "given_up";
}

/** A wrong secret. */
export interface FailedSignIn {
  /** `confirmation` is by an account that is signed in; `link` is one of an invitation or a new password. */
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
