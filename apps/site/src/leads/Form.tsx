import {
  type FormId,
  fieldsOf,
  isRequired,
  kindOf,
  type LeadField,
  type LeadFormId,
  SEGMENT_LOCATION_ATTRIBUTE,
} from "@marquee/contract";
import { Button } from "@marquee/ui";
import { type FocusEvent, type FormEvent, useId, useSyncExternalStore } from "react";
import type { LeadFormCopy } from "../copy/copy.ts";
import { useCopy, useSite } from "../site/siteContext.tsx";
import { Confirmation } from "./Confirmation.tsx";
import { Field, HiddenFields } from "./Field.tsx";
import { Failure, ProblemSummary, problemText } from "./FormProblems.tsx";
import { useLeadForm } from "./useLeadForm.ts";

/** Every field that a form can have. */
const FIELDS: readonly LeadField[] = fieldsOf("sales");

interface FormProps {
  formId: FormId;
  /** Part of the page from which the form was opened ("location" in the specification): `nav`, `page`. */
  location: string;
  /** Level of the confirmation's heading. */
  headingLevel?: 2 | 3;
}

/** Copy that pages and overlays with a form need before they render, so that the form is in the server's markup. */
export const LEAD_FORM_COPY = ["lead-form"] as const;

/** A form to contact sales or request a demo (specification, section 7). */
export function LeadForm(props: FormProps & { formId: LeadFormId }) {
  return <Form {...props} />;
}

/** The sign-up form, which asks only for an email address; any provider is accepted. */
export function SignUpForm(props: Omit<FormProps, "formId">) {
  return <Form {...props} formId="sign-up" />;
}

/** A form of any kind: a plain HTML form, to which React adds validation per field and sending without a page load. */
function Form(props: FormProps) {
  const { locale } = useSite();
  const copy = useCopy("lead-form", locale);
  // Only an overlay can render before its copy has loaded.
  return copy ? <FilledForm {...props} copy={copy} /> : <div aria-busy="true" className="min-h-80" />;
}

function FilledForm({ formId, location, headingLevel = 2, copy }: FormProps & { copy: LeadFormCopy }) {
  const form = useLeadForm(formId, location);
  const isScripted = useIsScripted();
  const id = useId();
  const kind = kindOf(formId);
  const { status, problems, values } = form;
  if (status.step === "sent") {
    const onRestart = isScripted ? form.restart : null;
    return (
      <Confirmation
        kind={kind}
        email={status.email}
        meeting={status.meeting}
        copy={copy.sent}
        headingLevel={headingLevel}
        onRestart={onRestart}
      />
    );
  }

  const fields = fieldsOf(kind).map((field) => {
    const problem = problems[field];
    return {
      field,
      id: `${id}-${field}`,
      initial: values[field],
      isRequired: isRequired(kind, field),
      problem: problem ? problemText(copy, field, problem, values[field]) : null,
      ...textsOf(copy, kind, field),
    };
  });
  const wrong = fields.flatMap(({ problem, ...field }) => (problem ? [{ ...field, text: problem }] : []));
  const { failed } = copy;
  const failure =
    status.step === "failed"
      ? { title: failed.title, text: failed[status.reason], action: failed.action }
      : status.step === "confirming" && copy.confirm;
  const isAfterSending = form.refusals > 0 || !isScripted;
  return (
    <form
      method="post"
      action="/leads"
      noValidate={isScripted}
      aria-busy={status.step === "sending"}
      {...{ [SEGMENT_LOCATION_ATTRIBUTE]: kind }}
      className="grid gap-5"
      onFocus={form.onTouch}
      onBlur={onField(form.onLeave)}
      onInput={onField(form.onInput)}
      onSubmit={form.onSubmit}
    >
      {isAfterSending && wrong.length > 0 && (
        <ProblemSummary title={copy.problems.title} problems={wrong} refusals={form.refusals} />
      )}
      {fields.map((field) => (
        <Field key={field.field} {...field} copy={copy} />
      ))}
      <HiddenFields
        formId={formId}
        location={location}
        trapLabel={copy.trap}
        proof={status.step === "confirming" ? status.proof : null}
      />
      {failure && <Failure title={failure.title} text={failure.text} />}
      <div className="grid justify-items-start gap-3">
        <Button submit size="lg" aria-disabled={status.step === "sending"} className="max-sm:w-full">
          {status.step === "sending" ? copy.sending : failure ? failure.action : copy.send[kind]}
        </Button>
        <p className="text-ink-muted text-sm">{copy.kept}</p>
      </div>
    </form>
  );
}

function textsOf({ fields }: LeadFormCopy, kind: ReturnType<typeof kindOf>, field: LeadField) {
  const words: { label: string; hint?: string } = {
    email: kind === "sign-up" ? fields.anyEmail : fields.email,
    name: fields.name,
    companySize: { label: fields.companySize.label },
    message: kind === "demo" ? fields.demoMessage : fields.message,
  }[field];
  return words;
}

/** Creates an event handler that calls `handle` for events of the form's known fields. */
function onField(handle: (field: LeadField, form: HTMLFormElement) => void) {
  return ({ target, currentTarget }: FocusEvent<HTMLFormElement> | FormEvent<HTMLFormElement>) => {
    const name = target instanceof Element ? target.getAttribute("name") : null;
    const field = FIELDS.find((each) => each === name);
    if (field) handle(field, currentTarget);
  };
}

/** Whether React runs this form; false on the server, during hydration and without script. */
function useIsScripted(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
