import {
  COMPANY_SIZES,
  type FormId,
  LEAD_MAX_LENGTHS,
  type LeadField,
  type LeadProof,
} from "@marquee/contract";
import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import type { LeadFormCopy } from "../copy/copy.ts";
import { useSite } from "../site/siteContext.tsx";

const CONTROL = "mt-1.5 block w-full rounded-sm border bg-surface px-3 text-base transition-colors";

interface FieldProps {
  field: LeadField;
  /** ID of the control; the hint's and the problem's IDs add a suffix. */
  id: string;
  label: string;
  hint?: string | undefined;
  isRequired: boolean;
  initial: string;
  /** Error text, or null. */
  problem: string | null;
  copy: LeadFormCopy;
}

/** A form field with its label above and its error text below. */
export function Field(props: FieldProps) {
  const { id, label, hint, isRequired, problem, copy } = props;
  return (
    <div>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
        {!isRequired && <span className="font-normal text-ink-muted"> ({copy.optional})</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-muted text-sm">
          {hint}
        </p>
      )}
      <Control {...props} />
      {problem && (
        <p id={`${id}-problem`} className="mt-1.5 flex gap-2 text-clay text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  );
}

function Control({ field, id, hint, isRequired, initial, problem, copy }: FieldProps) {
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  const shared = {
    id,
    name: field,
    required: isRequired,
    defaultValue: initial,
    "aria-invalid": problem ? (true as const) : undefined,
    "aria-describedby": described || undefined,
    className: clsx(CONTROL, problem ? "border-clay" : "border-control hover:border-ink"),
  };
  if (field === "companySize") return <SizeSelect {...shared} copy={copy} />;
  if (field === "message") return <textarea {...shared} rows={5} className={`${shared.className} py-2.5`} />;
  const kind =
    field === "email"
      ? ({
          type: "email",
          autoComplete: "email",
          inputMode: "email",
          maxLength: LEAD_MAX_LENGTHS.email,
        } as const)
      : ({ type: "text", autoComplete: "name", maxLength: LEAD_MAX_LENGTHS.name } as const);
  return <input {...shared} {...kind} className={`${shared.className} h-11`} />;
}

function SizeSelect({ copy, className, ...rest }: ComponentProps<"select"> & { copy: LeadFormCopy }) {
  const { choose, sizes } = copy.fields.companySize;
  return (
    <select {...rest} className={`${className} h-11`}>
      <option value="">{choose}</option>
      {COMPANY_SIZES.map((size) => (
        <option key={size} value={size}>
          {sizes[size]}
        </option>
      ))}
    </select>
  );
}

interface HiddenFieldsProps {
  formId: FormId;
  location: string;
  /** Text for people who find the honeypot field anyway. */
  trapLabel: string;
  proof: LeadProof | null;
}

/** Hidden fields with a form's metadata, and a honeypot field that only bots fill in. */
export function HiddenFields({ formId, location, trapLabel, proof }: HiddenFieldsProps) {
  const { locale, path } = useSite();
  return (
    <>
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="path" value={path || "/"} />
      <input type="hidden" name="location" value={location} />
      {proof && (
        <>
          <input type="hidden" name="submissionId" value={proof.submissionId} />
          <input type="hidden" name="ticket" value={proof.ticket} />
        </>
      )}
      <div aria-hidden="true" className="sr-only">
        <label>
          {trapLabel}
          <input name="homepage" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
