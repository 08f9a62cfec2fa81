import { CURRENCY, LEAD_STATUSES, type LeadStatus } from "@marquee/contract";
import { type LeadResponse, may } from "@marquee/contract/schema";
import { Button, Input, Labelled, SelectField } from "@marquee/ui";
import { type FormEvent, useRef, useState } from "react";
import { useRoute } from "../../shared/api/useRoute.ts";
import { STATUS_NAMES } from "../../shared/leads/leadTexts.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { readAmount } from "./readAmount.ts";
import { useLeadChanges } from "./useLeadChanges.ts";

/** Status, value and owner of a lead. Each change is saved immediately and can be undone. */
export function LeadDecisions({ lead, isEmailConnected }: Pick<LeadResponse, "lead" | "isEmailConnected">) {
  const { change, undo, isPending, error } = useLeadChanges(lead);
  const value = useRef<HTMLInputElement>(null);
  const team = useRoute("GET /team");
  const editors = (team.data?.members ?? []).filter(({ role }) => may(role, "edit"));
  const choose = (status: LeadStatus) => {
    if (status === lead.status) return;
    change({ status });
    if (status === "won" && lead.value === null) value.current?.focus();
  };
  return (
    <section aria-label="Status, value and owner" className="grid gap-5">
      <fieldset>
        <legend className="font-medium">Status</legend>
        <div className="mt-1.5 flex flex-wrap gap-1">
          {LEAD_STATUSES.map((status) => (
            <button
              key={status}
              type="button"
              aria-pressed={lead.status === status}
              onClick={() => choose(status)}
              className="flex h-9 items-center rounded-sm border border-control px-2.5 hover:bg-surface-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
            >
              {STATUS_NAMES[status]}
            </button>
          ))}
        </div>
      </fieldset>
      <ValueForm
        key={String(lead.value)}
        ref={value}
        value={lead.value}
        onSave={(amount) => change({ value: amount })}
      />
      <div>
        <SelectField
          label="Owner"
          value={lead.owner?.id ?? ""}
          choices={[["", "Nobody"], ...editors.map(({ id, email }) => [id, email] as const)]}
          disabled={isPending}
          onChange={({ target }) => change({ owner: target.value || null })}
        />
        <p className="mt-1 text-ink-muted text-xs">
          {isEmailConnected ? (
            "New owners are notified by email."
          ) : (
            <>
              Email isn't connected, so new owners aren't notified.{" "}
              <TextLink href="/connections/smtp">Connect email</TextLink>
            </>
          )}
        </p>
      </div>
      <div role="status" className="empty:hidden">
        {undo && (
          <span className="flex flex-wrap items-center gap-x-3">
            Saved.
            <Button size="sm" variant="tertiary" onClick={undo}>
              Undo
            </Button>
          </span>
        )}
      </div>
      <InlineError error={error} />
    </section>
  );
}

interface ValueFormProps {
  ref: React.Ref<HTMLInputElement>;
  value: number | null;
  onSave: (value: number | null) => void;
}

function ValueForm({ ref, value, onSave }: ValueFormProps) {
  const [text, setText] = useState(value === null ? "" : String(value));
  const amount = readAmount(text);
  const problem = amount === undefined ? "Enter an amount such as 1200 or 99.50." : "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount !== undefined && amount !== value) onSave(amount);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Labelled
        label={`Value in ${CURRENCY}`}
        hint={!problem && "Counts as won value once the status is Won."}
        problem={problem}
        className="flex gap-2"
      >
        {(names) => (
          <>
            <Input
              {...names}
              ref={ref}
              size="sm"
              value={text}
              inputMode="decimal"
              autoComplete="off"
              onChange={({ target }) => setText(target.value)}
              className="w-36 min-w-0 tabular-nums"
            />
            <Button submit size="sm" variant="secondary" disabled={amount === value || problem !== ""}>
              Save value
            </Button>
          </>
        )}
      </Labelled>
    </form>
  );
}
