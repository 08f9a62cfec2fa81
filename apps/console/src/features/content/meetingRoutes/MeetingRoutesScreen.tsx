import {
  MEETING_FORMS,
  MEETING_ROUTES_ITEM,
  type MeetingForm,
  type MeetingLink,
  type MeetingRoutes,
  type MeetingRule,
} from "@marquee/contract";
import { type ContentField, may } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { ArrowDown, ArrowUp, PenLine, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { TextLink } from "../../../shared/ui/links.tsx";
import { moveItem } from "../../../shared/ui/moveItem.ts";
import { About, ScreenHeader, type ScreenProps } from "../../../shared/ui/screen.tsx";
import { FieldState } from "../FieldForm.tsx";
import { Saving } from "../PageEditor.tsx";
import { ScheduleNotice } from "../ScheduleNotice.tsx";
import { type ContentDraft, useContentDraft } from "../useContentDraft.ts";
import { useContentList } from "../useContentList.ts";
import { DraftBar, useDraftParam, usePublishing } from "../usePublishing.tsx";
import { conditionText, FORM_NAMES, linkText } from "./meetingTexts.ts";
import { RouteTester } from "./RouteTester.tsx";
import { DefaultDialog, RuleDialog } from "./RuleDialog.tsx";

/** Decides which booking page a lead is sent to, by form: rules in order, then a default. */
export function MeetingRoutesScreen({ title, account }: ScreenProps) {
  const { draft, open } = useDraftParam();
  const content = useContentList();
  const edited = useContentDraft({
    item: MEETING_ROUTES_ITEM,
    draft,
    account: account.email,
    onCreated: open,
  });
  const drafts = content.data?.drafts;
  const schedule = drafts?.find(({ id }) => id === draft)?.schedule ?? null;
  const mayEdit = may(account.role, "draft");
  const publishing = usePublishing({ draft, open, account, flush: edited.flush });
  return (
    <>
      <ScreenHeader title={title}>
        <TextLink href="/leads">Leads</TextLink>
        <TextLink href="/publications">Publications</TextLink>
        <DraftBar draft={draft} drafts={drafts} onChange={open} saving={<Saving edited={edited} />}>
          {mayEdit && publishing.button}
        </DraftBar>
      </ScreenHeader>
      <About mayEdit={mayEdit}>
        The booking page that people are offered after they send a form. The first matching rule decides.
      </About>
      {publishing.notice}
      {schedule && (
        <div className="mt-2">
          <ScheduleNotice schedule={schedule} />
        </div>
      )}
      <QueryView query={edited.query}>
        {() => (
          <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
            <div className="grid min-w-0 gap-10">
              {MEETING_FORMS.map((form) => (
                <Router key={form} form={form} edited={edited} mayEdit={mayEdit} />
              ))}
            </div>
            <RouteTester routes={routesOf(edited)} />
          </div>
        )}
      </QueryView>
      {publishing.dialog}
    </>
  );
}

/** The routes of the draft. Only values that the dialogs have validated are saved. */
function routesOf(edited: ContentDraft): MeetingRoutes {
  const routers = MEETING_FORMS.map((form) => {
    const [rules, fallback] = [fieldIn(edited, form, "rules"), fieldIn(edited, form, "default")];
    return [form, { rules: rules ? rulesIn(edited, rules) : [], default: linkIn(edited, fallback) }];
  });
  return Object.fromEntries(routers) as MeetingRoutes;
}

function fieldIn(
  edited: ContentDraft,
  form: MeetingForm,
  name: "rules" | "default",
): ContentField | undefined {
  return edited.query.data?.fields.find(({ pointer }) => pointer === `/${form}/${name}`);
}

function rulesIn(edited: ContentDraft, field: ContentField): MeetingRule[] {
  const value = edited.read(field);
  return Array.isArray(value) ? (value as MeetingRule[]) : [];
}

function linkIn(edited: ContentDraft, field: ContentField | undefined): MeetingLink {
  return field ? (edited.read(field) as MeetingLink) : { url: "" };
}

interface RouterProps {
  form: MeetingForm;
  edited: ContentDraft;
  mayEdit: boolean;
}

/** The rules of a form. */
function Router({ form, edited, mayEdit }: RouterProps) {
  const [rulesField, defaultField] = [fieldIn(edited, form, "rules"), fieldIn(edited, form, "default")];
  /** Index of the edited rule, the number of rules for a new one, or the default. */
  const [opened, setOpened] = useState<number | "default" | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ label: string } | null>(null);
  // A new position moves the button, which loses the focus.
  useEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(moved.label)}"]`)?.focus();
  }, [moved]);
  if (!rulesField || !defaultField) return null;
  const rules = rulesIn(edited, rulesField);
  const fallback = linkIn(edited, defaultField);
  const type = (next: MeetingRule[]) => edited.type(rulesField.pointer, next);
  const move = (rule: MeetingRule, from: number, to: number) => {
    type(moveItem(rules, from, to));
    setSaid(`${rule.name} is at position ${to + 1} of ${rules.length}.`);
    setMoved({ label: labelOf(rule, to < from) });
  };
  const save = (rule: MeetingRule) => {
    type(rules.toSpliced(Number(opened), 1, rule));
    setOpened(null);
  };
  const name = FORM_NAMES[form];
  return (
    <section aria-labelledby={`form-${form}`} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`form-${form}`} className="font-display font-semibold text-lead">
          {name}
        </h2>
        {mayEdit && (
          <Button size="sm" variant="secondary" onClick={() => setOpened(rules.length)}>
            Add rule<span className="sr-only"> to {name}</span>
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} className="mt-2 border-hairline border-t">
        {rules.map((rule, index) => (
          <Row key={rule.name} title={rule.name} about={conditionText(rule)} link={rule}>
            {mayEdit && (
              <>
                <IconButton
                  label={labelOf(rule, true)}
                  Icon={ArrowUp}
                  isDisabled={index === 0}
                  onClick={() => move(rule, index, index - 1)}
                />
                <IconButton
                  label={labelOf(rule, false)}
                  Icon={ArrowDown}
                  isDisabled={index === rules.length - 1}
                  onClick={() => move(rule, index, index + 1)}
                />
                <IconButton label={`Edit ${rule.name}`} Icon={PenLine} onClick={() => setOpened(index)} />
                <IconButton
                  label={`Remove ${rule.name}`}
                  Icon={Trash2}
                  onClick={() => type(rules.filter((each) => each !== rule))}
                />
              </>
            )}
          </Row>
        ))}
        <Row title="Otherwise" about="Leads that match no rule" link={fallback}>
          {mayEdit && (
            <IconButton
              label={`Edit the default of ${name}`}
              Icon={PenLine}
              onClick={() => setOpened("default")}
            />
          )}
        </Row>
      </ol>
      <div className="mt-1 grid gap-1.5 empty:hidden">
        <FieldState
          id={`${form}-rules`}
          field={rulesField}
          caption="Published rules"
          edited={edited}
          mayEdit={mayEdit}
        />
        <FieldState
          id={`${form}-default`}
          field={defaultField}
          caption="Published default"
          edited={edited}
          mayEdit={mayEdit}
        />
      </div>
      {typeof opened === "number" && (
        <RuleDialog
          title={opened === rules.length ? `New rule for ${name}` : `Edit ${rules[opened]?.name}`}
          edited={rules[opened] ?? { name: "", url: "" }}
          names={rules.flatMap((rule, index) => (index === opened ? [] : [rule.name]))}
          onSave={save}
          onDismiss={() => setOpened(null)}
        />
      )}
      {opened === "default" && (
        <DefaultDialog
          title={`Default of ${name}`}
          edited={fallback}
          onSave={(link) => {
            edited.type(defaultField.pointer, link);
            setOpened(null);
          }}
          onDismiss={() => setOpened(null)}
        />
      )}
    </section>
  );
}

function labelOf({ name }: MeetingRule, isUp: boolean): string {
  return `Move ${name} ${isUp ? "up" : "down"}`;
}

interface RowProps {
  title: string;
  about: string;
  link: MeetingLink;
  children: React.ReactNode;
}

function Row({ title, about, link, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b py-2">
      <div className="wrap-anywhere min-w-0 flex-1 basis-40">
        <p className="font-medium">{title}</p>
        <p className="text-ink-muted text-xs">{about}</p>
      </div>
      <p className={`wrap-anywhere min-w-0 flex-1 basis-40 ${link.url === "" ? "text-ink-muted" : ""}`}>
        {linkText(link)}
      </p>
      <div className="-my-1 ml-auto flex justify-end sm:w-36">{children}</div>
    </li>
  );
}
