import {
  CONSENT_GROUPS,
  checkLead,
  checkLeadField,
  type FormId,
  kindOf,
  type LeadAnswer,
  type LeadField,
  type LeadProblems,
  type LeadProof,
  type LeadValues,
  type SubmittedLead,
} from "@marquee/contract";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useMeasure } from "../site/measureContext.tsx";
import { useSite } from "../site/siteContext.tsx";
import { uiState } from "../site/uiState.ts";
import { createFormStages } from "./formStages.ts";
import { addFreeMail, freeMailDomains, loadCommonFreeMail } from "./freeMail.ts";
import { hashEmail } from "./hashEmail.ts";
import { createSubmission, type FailureReason, type Submission, sendLead } from "./sendLead.ts";
import { type SubmitTracking, startSubmitTracking } from "./submitTracking.ts";

/*
 * States of a form. The input stays in the fields throughout; they are uncontrolled and read when needed.
 *
 *            problems ┌────────┐
 *                     ▼        │ server-side problems
 *                 editing ── sending ──▶ sent
 *                     ▲        │ ▲
 *          correcting │        ▼ │ retry
 *                     └────── failed
 *
 * Without script, the server answers with a form in the state "confirming", which is sent once more.
 */
type FormStatus =
  | { step: "editing" }
  | { step: "sending" }
  | { step: "confirming"; proof: LeadProof }
  | { step: "failed"; reason: FailureReason }
  | { step: "sent"; email: string; meeting: LeadAnswer };

export interface LeadFormState {
  status: FormStatus;
  problems: LeadProblems;
  /** Initial values of the fields, and the problems to show. */
  values: LeadValues;
  /** Number of submissions rejected by the form or the server, so that the summary receives focus each time. 0 once all is corrected. */
  refusals: number;
  /** Call on interaction with the form: requests the ticket and loads common free-mail providers. */
  onTouch(): void;
  /** Tracks the first time that a filled-in field loses focus, by its name, and validates it. */
  onLeave(field: LeadField, form: HTMLFormElement): void;
  /** Tracks the first input, and validates a field again while its problem is being corrected. */
  onInput(field: LeadField, form: HTMLFormElement): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Starts a new, empty form. */
  restart(): void;
}

export function useLeadForm(formId: FormId, location: string): LeadFormState {
  const { locale, path, settings } = useSite();
  const { track, identify, consent } = useMeasure();
  const kind = kindOf(formId);
  const start = startOf(kind === kindOfReturned(settings.returnedLead) ? settings.returnedLead : undefined);
  const [status, setStatus] = useState<FormStatus>(start.status);
  const [problems, setProblems] = useState<LeadProblems>(start.problems);
  const [values, setValues] = useState<LeadValues>(start.values);
  const [refusals, setRefusals] = useState(0);
  const submission = useRef<Submission>(null);
  const presses = useRef<SubmitTracking>(null);
  const named = { form: kind, formId, location };
  const [stages] = useState(() => createFormStages(track, named));
  useEffect(() => {
    const tracking = startSubmitTracking();
    presses.current = tracking;
    return tracking.stop;
  }, []);
  const currentSubmission = () => {
    submission.current ??= createSubmission();
    return submission.current;
  };

  useEffect(() => {
    // Hide the summary once all problems are corrected; later problems appear only at their fields.
    if (Object.keys(problems).length === 0) setRefusals(0);
  }, [problems]);

  const check = (field: LeadField, form: HTMLFormElement) => {
    const current = readValues(form);
    const problem = checkLeadField(kind, field, current[field], freeMailDomains());
    if (problem) stages.problem(field, problem, problems[field]);
    setValues(current);
    setProblems(({ [field]: _old, ...otherProblems }) =>
      problem ? { ...otherProblems, [field]: problem } : otherProblems,
    );
  };
  const refuse = (newProblems: LeadProblems) => {
    stages.refuse(newProblems);
    setProblems(newProblems);
    setStatus({ step: "editing" });
    setRefusals((count) => count + 1);
  };
  const send = async (form: HTMLFormElement) => {
    const current = readValues(form);
    setValues(current);
    const newProblems = checkLead(kind, current, freeMailDomains());
    if (Object.keys(newProblems).length > 0) return refuse(newProblems);
    setProblems({});
    setStatus({ step: "sending" });
    const homepage = String(new FormData(form).get("homepage") ?? "");
    const traits: { emailSha256?: string } = {};
    // Not awaited: sending the form comes first.
    if (consent.isGranted(CONSENT_GROUPS.analytics))
      hashEmail(current.email).then(
        (emailSha256) => emailSha256 && Object.assign(traits, { emailSha256 }),
        () => undefined,
      );
    const lead = { formId, locale, path, location, values: current, homepage };
    const answered = new AbortController();
    const trackSent = () => {
      answered.abort();
      const { clickedLocation, isPaidBrain } = uiState.get();
      const breadcrumb = clickedLocation.__lastClickedBreadcrumb;
      track("Form Sent", { ...named, isPaidBrain, ...(breadcrumb && { clickedLocation: breadcrumb }) });
      if (traits.emailSha256) identify(null, traits);
    };
    // If the visitor leaves now, the browser still sends the form, but its response reaches no script.
    window.addEventListener("pagehide", trackSent, { once: true, signal: answered.signal });
    const answer = await sendLead(lead, currentSubmission());
    const isTracked = answered.signal.aborted;
    answered.abort();
    if (answer.outcome === "invalid") {
      if (answer.problems.email === "freeMail") addFreeMail(current.email);
      refuse(answer.problems);
    } else if (answer.outcome === "failed") setStatus({ step: "failed", reason: answer.reason });
    else {
      setStatus({ step: "sent", email: current.email.trim(), meeting: answer });
      if (!isTracked) trackSent();
    }
  };

  return {
    status,
    problems,
    values,
    refusals,
    onTouch() {
      currentSubmission().begin();
      loadCommonFreeMail();
    },
    onLeave(field, form) {
      stages.leave(field, readValues(form)[field]);
      presses.current?.afterPress(() => {
        // An empty field is not an error until the form is sent, which validates all fields.
        if (form.isConnected && readValues(form)[field].trim() !== "") check(field, form);
      });
    },
    onInput(field, form) {
      stages.input();
      if (problems[field]) check(field, form);
    },
    onSubmit(event) {
      event.preventDefault();
      if (status.step !== "sending") void send(event.currentTarget);
    },
    restart() {
      submission.current = null;
      stages.restart();
      setValues(EMPTY);
      setStatus({ step: "editing" });
    },
  };
}

const EMPTY: LeadValues = { email: "", name: "", companySize: "", message: "" };

function kindOfReturned(returned: SubmittedLead | undefined) {
  return returned && kindOf(returned.formId);
}

/** Initial state of a form: empty, or as returned by a submission without script. */
function startOf(returned: SubmittedLead | undefined): Pick<LeadFormState, "status" | "problems" | "values"> {
  if (!returned) return { status: { step: "editing" }, problems: {}, values: EMPTY };
  if (returned.outcome === "sent") {
    const { email, meetingUrl } = returned;
    // Without script, nothing can open a frame.
    const meeting = { meetingUrl, meetingFrameUrl: null };
    return { status: { step: "sent", email, meeting }, problems: {}, values: EMPTY };
  }
  if (returned.outcome === "confirm")
    return { status: { step: "confirming", proof: returned.proof }, problems: {}, values: returned.values };
  const { outcome, problems, values } = returned;
  if (outcome === "invalid") return { status: { step: "editing" }, problems, values };
  const reason = outcome === "unavailable" ? "unavailable" : "tooMany";
  return { status: { step: "failed", reason }, problems, values };
}

function readValues(form: HTMLFormElement): LeadValues {
  const data = new FormData(form);
  const text = (field: LeadField) => String(data.get(field) ?? "");
  return {
    email: text("email"),
    name: text("name"),
    companySize: text("companySize"),
    message: text("message"),
  };
}
