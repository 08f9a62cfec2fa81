import {
  COMPANY_SIZES,
  LOCALES,
  type MeetingLink,
  type MeetingRule,
  meetingLinkProblems,
  meetingRuleProblems,
  type RuleProblems,
} from "@marquee/contract";
import { CheckGroup, Field, LinesField } from "@marquee/ui";
import { type ReactNode, useState } from "react";
import { languageName } from "../../../shared/format/languageName.ts";
import { ConfirmDialog } from "../../../shared/ui/ConfirmDialog.tsx";

interface DialogProps<Value> {
  edited: Value;
  title: string;
  onSave: (value: Value) => void;
  onDismiss: () => void;
}

interface ValueDialogProps extends Pick<DialogProps<unknown>, "title" | "onDismiss"> {
  problems: RuleProblems;
  onSave: () => void;
  children: ReactNode;
}

/** A dialog that saves a value in the draft once it is valid. */
function ValueDialog({ title, problems, onSave, onDismiss, children }: ValueDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      title={title}
      action="Save in draft"
      dismissal="Cancel"
      isBusy={false}
      isReady={Object.keys(problems).length === 0}
      error={null}
      onConfirm={onSave}
      onDismiss={onDismiss}
    >
      {children}
    </ConfirmDialog>
  );
}

/** A rule, with problems beside its fields. @param names of the form's other rules. */
export function RuleDialog(props: DialogProps<MeetingRule> & { names: readonly string[] }) {
  const { edited, names, title, onSave, onDismiss } = props;
  const [typed, setTyped] = useState(edited);
  const set = (change: Partial<MeetingRule>) => setTyped((before) => ({ ...before, ...change }));
  const rule = ruleOf(typed);
  const problems = meetingRuleProblems(rule, names);
  return (
    <ValueDialog title={title} problems={problems} onDismiss={onDismiss} onSave={() => onSave(rule)}>
      <Field
        label="Name"
        hint="Shown with the lead. Letters, digits, hyphens and underscores."
        value={typed.name}
        // An empty field is not an error yet.
        problem={typed.name === "" ? "" : (problems.name ?? "")}
        maxLength={60}
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => set({ name: target.value })}
      />
      <CheckGroup
        legend="Company sizes"
        choices={COMPANY_SIZES.map((size) => [size, size])}
        chosen={typed.companySizes ?? []}
        onChange={(companySizes) => set({ companySizes })}
      />
      <CheckGroup
        legend="Languages"
        choices={LOCALES.map((locale) => [locale, languageName(locale)])}
        chosen={typed.locales ?? []}
        onChange={(locales) => set({ locales })}
      />
      <LinesField
        label="Email domains"
        hint="One per line, such as acme.example. Each includes its subdomains."
        lines={typed.emailDomains ?? []}
        problem={problems.emailDomains}
        onChange={(emailDomains) => set({ emailDomains })}
      />
      <p className="text-ink-muted text-xs">
        A rule applies to leads that match all of its conditions. A condition without a choice matches
        everyone.
      </p>
      <LinkFields link={typed} problems={problems} onChange={set} />
    </ValueDialog>
  );
}

/** Where leads are sent that match no rule. */
export function DefaultDialog({ edited, title, onSave, onDismiss }: DialogProps<MeetingLink>) {
  const [typed, setTyped] = useState(edited);
  const link = linkOf(typed);
  const problems = meetingLinkProblems(link);
  return (
    <ValueDialog title={title} problems={problems} onDismiss={onDismiss} onSave={() => onSave(link)}>
      <LinkFields
        link={typed}
        problems={problems}
        onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
      />
    </ValueDialog>
  );
}

interface LinkFieldsProps {
  link: MeetingLink;
  problems: RuleProblems;
  onChange: (change: Partial<MeetingLink>) => void;
}

function LinkFields({ link, problems, onChange }: LinkFieldsProps) {
  return (
    <>
      <Field
        label="Booking page"
        hint="An address that starts with https://. Leave empty if someone replies instead."
        value={link.url}
        problem={problems.url ?? ""}
        maxLength={2000}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => onChange({ url: target.value })}
      />
      <Field
        label="Parameter for the email address"
        hint="The query parameter that the booking page reads it from, such as email. Leave empty to pass on no address."
        value={link.emailParameter ?? ""}
        problem={problems.emailParameter ?? ""}
        maxLength={100}
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => onChange({ emailParameter: target.value })}
      />
    </>
  );
}

/** The form's rule. Empty fields set no condition. */
function ruleOf({
  name,
  companySizes = [],
  locales = [],
  emailDomains = [],
  ...link
}: MeetingRule): MeetingRule {
  return {
    name: name.trim(),
    ...(companySizes.length > 0 && { companySizes }),
    ...(locales.length > 0 && { locales }),
    ...(emailDomains.length > 0 && { emailDomains }),
    ...linkOf(link),
  };
}

function linkOf({ url, emailParameter = "" }: MeetingLink): MeetingLink {
  const parameter = emailParameter.trim();
  return { url: url.trim(), ...(parameter !== "" && { emailParameter: parameter }) };
}
