import { CHANNEL_TITLES, eventTitle, formatCounted, formatDuration } from "@marquee/contract";
import type { JourneyStep, JourneyVisit } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import clsx from "clsx";
import {
  Bug,
  CalendarCheck,
  CircleDot,
  FileText,
  Footprints,
  Inbox,
  LayoutTemplate,
  type LucideIcon,
  NotebookPen,
  PencilLine,
  Send,
  Tag,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { valueTitle } from "../filters/dimensionTexts.ts";
import { formatInstant, formatSecond } from "../format/format.ts";
import { TextLink } from "../ui/links.tsx";
import { type JourneyItem, journeyItems, type Milestone } from "./journeyItems.ts";

interface JourneyProps {
  visits: readonly JourneyVisit[];
  milestones: readonly Milestone[];
  /** Whether there are earlier visits. */
  hasMore: boolean;
}

const MILESTONE_ICONS: Record<Milestone["icon"], LucideIcon> = {
  form: Inbox,
  delivery: Send,
  status: Tag,
  owner: UserRound,
  note: NotebookPen,
  meeting: CalendarCheck,
};
const STEP_KINDS: Record<JourneyStep["kind"], { Icon: LucideIcon; name: string }> = {
  page: { Icon: FileText, name: "Page" },
  section: { Icon: LayoutTemplate, name: "Section" },
  form: { Icon: PencilLine, name: "Form" },
  event: { Icon: CircleDot, name: "Event" },
  error: { Icon: Bug, name: "Error" },
};
const CHANNELS: Readonly<Record<string, string>> = CHANNEL_TITLES;

/** A person's visits and milestones, oldest first. Each visit expands to its steps. */
export function Journey({ visits, milestones, hasMore }: JourneyProps) {
  const items = journeyItems(visits, milestones);
  return (
    <>
      {hasMore && (
        <p className="mb-2 text-ink-muted text-xs">
          The latest {visits.length} visits. Earlier ones are not listed.
        </p>
      )}
      <ol className="min-w-0">
        {items.map((item) => (
          <Item key={keyOf(item)} item={item} />
        ))}
      </ol>
    </>
  );
}

function keyOf(item: JourneyItem): string {
  return item.kind === "visit" ? `${item.visit.sessionId} ${item.visit.visitorId}` : item.milestone.key;
}

function Item({ item }: { item: JourneyItem }) {
  if (item.kind === "visit")
    return (
      <Row at={item.at} Icon={Footprints}>
        <Visit visit={item.visit} />
      </Row>
    );
  const { icon, title, detail, isBad } = item.milestone;
  return (
    <Row at={item.at} Icon={MILESTONE_ICONS[icon]} isBad={isBad === true} isMilestone>
      <div className="wrap-anywhere font-medium">{title}</div>
      {detail && <div className="wrap-anywhere mt-0.5 text-ink-muted">{detail}</div>}
    </Row>
  );
}

interface RowProps {
  at: number;
  Icon: LucideIcon;
  isBad?: boolean;
  isMilestone?: boolean;
  children: ReactNode;
}

/** One item on the timeline. */
function Row({ at, Icon, isBad, isMilestone, children }: RowProps) {
  return (
    <li className="group relative grid grid-cols-[1.75rem_1fr] gap-x-3 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-7 bottom-0 left-[0.875rem] w-px bg-hairline group-last:hidden"
      />
      <span
        aria-hidden="true"
        className={clsx(
          "grid size-7 place-items-center rounded-full",
          isBad
            ? "bg-clay-soft text-clay"
            : isMilestone
              ? "bg-accent-soft text-accent-strong"
              : "bg-surface-sunken text-ink-muted",
        )}
      >
        <Icon className="size-3.5" />
      </span>
      <div className="min-w-0 pt-1">
        {children}
        <time
          dateTime={new Date(at).toISOString()}
          className="mt-0.5 block text-ink-muted text-xs tabular-nums"
        >
          {formatInstant(at)}
        </time>
      </div>
    </li>
  );
}

function Visit({ visit }: { visit: JourneyVisit }) {
  const { source, channel, campaign, country, device, browser, views, startedAt, endedAt, replay } = visit;
  const facts = [
    channel && (CHANNELS[channel] ?? channel),
    country && valueTitle("visit:country", country),
    [browser, device].filter(Boolean).join(" on "),
  ].filter(Boolean);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="wrap-anywhere">
          Visit from <span className="font-medium">{source || "an unknown source"}</span>
          {campaign && (
            <>
              {" "}
              with the campaign <span className="font-medium">{campaign}</span>
            </>
          )}
        </span>
        {replay && <TextLink href={`/replays/${encodeURIComponent(replay)}`}>Watch replay</TextLink>}
      </div>
      <p className="mt-0.5 text-ink-muted text-xs">
        {[formatCounted(views, "page view"), formatDuration(endedAt - startedAt), ...facts].join(" · ")}
      </p>
      {visit.variations.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-1">
          <span className="sr-only">Variations: </span>
          {visit.variations.map((variation) => (
            <VariationBadge key={variation} variation={variation} />
          ))}
        </p>
      )}
      {visit.steps.length > 0 && <Steps visit={visit} />}
    </>
  );
}

/** @param variation as stored: `experiment:phase:variation`. */
function VariationBadge({ variation }: { variation: string }) {
  const [experiment = "", , name = ""] = variation.split(":");
  return (
    <TextLink href={`/experiments/${encodeURIComponent(experiment)}`}>
      <Badge tone="iris">
        {experiment}: {name}
      </Badge>
    </TextLink>
  );
}

function Steps({ visit: { steps, hasMore } }: { visit: JourneyVisit }) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-xs underline decoration-hairline underline-offset-4 hover:decoration-current">
        {hasMore ? `The first ${steps.length} steps` : formatCounted(steps.length, "step")}
      </summary>
      <ol className="mt-1.5">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and they never move.
          <Step key={index} step={step} />
        ))}
      </ol>
    </details>
  );
}

function Step({ step: { kind, text, detail, at } }: { step: JourneyStep }) {
  const { Icon, name } = STEP_KINDS[kind];
  const isBad = kind === "error";
  return (
    <li className="grid grid-cols-[1rem_4.5rem_1fr] items-baseline gap-x-2 border-hairline border-t py-1.5 text-xs">
      <Icon
        aria-hidden="true"
        className={clsx("size-3.5 self-center", isBad ? "text-clay" : "text-ink-muted")}
      />
      <time dateTime={new Date(at).toISOString()} className="text-ink-muted tabular-nums">
        {formatSecond(at)}
      </time>
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">{name}: </span>
        {kind === "page" || isBad ? text || "unnamed" : eventTitle(text)}
        {detail && <span className="text-ink-muted"> {detail}</span>}
      </span>
    </li>
  );
}
