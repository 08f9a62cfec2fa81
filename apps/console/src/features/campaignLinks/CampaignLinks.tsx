import { CHANNEL_TITLES, campaignValue, formatMetric, NOT_SET, type QueryRow } from "@marquee/contract";
import { type CampaignLink, may } from "@marquee/contract/schema";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { QrCode as QrIcon, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { writeFilter } from "../../shared/address/filters.ts";
import { EVERYTHING, writeScope } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useOpenEntry } from "../../shared/address/useFilters.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { ScopeBar } from "../../shared/filters/ScopeBar.tsx";
import { Outdated } from "../../shared/query/Outdated.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError, UndoLine } from "../../shared/ui/states.tsx";
import { useVersioned } from "../../shared/versioned/useVersioned.ts";
import { CAMPAIGN_FIELDS, type CampaignField, campaignUrl, channelOfLink } from "./campaignUrl.ts";
import { LinkForm } from "./LinkForm.tsx";
import { LinkQrCode } from "./LinkQrCode.tsx";

const METRICS = ["visitors", "leads", "lead_rate"] as const;
const DIMENSIONS = CAMPAIGN_FIELDS.map((field) => `visit:utm_${field}` as const);
/** Names used in the last year are suggested. */
const KNOWN_RANGE = "365d";
const MAX_ROWS = 5000;

/** Builds links with consistent campaign names, and shows their results. */
export function CampaignLinks({ title, account }: ScreenProps) {
  const { scope } = useScope();
  const mayEdit = may(account.role, "edit");
  const links = useRoute("GET /campaign-links");
  const question = { metrics: [...METRICS], dimensions: DIMENSIONS, pagination: { limit: MAX_ROWS } };
  const results = useQuestion(toQuestion(scope, Date.now(), question));
  const year = useQuestion(
    mayEdit
      ? {
          metrics: ["visitors"],
          dimensions: DIMENSIONS,
          date_range: KNOWN_RANGE,
          pagination: { limit: MAX_ROWS },
        }
      : null,
  );
  const stored = links.data?.links;
  const usedNames = useMemo(() => usedNamesOf(stored ?? [], year.data?.results ?? []), [stored, year.data]);
  const creation = useVersioned("campaign-links");
  const { save, ended, end, restore } = useVersioned("campaign-links");
  const [open, setOpen] = useOpenEntry();
  return (
    <>
      <ScreenHeader title={title}>
        <ScopeBar hasComparison={false} isLimited={false} />
      </ScreenHeader>
      <About>
        Links that say where visits come from. Use the same names each time, because reports count each
        spelling separately.
      </About>
      <QueryView query={links}>
        {({ origin, pages, links: all }) => {
          const openLink = all.find(({ id }) => String(id) === open);
          const openUrl = openLink && campaignUrl(openLink.definition, origin);
          return (
            <>
              {mayEdit && (
                <LinkForm
                  origin={origin}
                  pages={pages}
                  usedNames={usedNames}
                  isBusy={creation.save.isPending}
                  error={creation.save.error}
                  onSave={(definition, onDone) =>
                    creation.save.mutate({ stored: null, definition }, { onSuccess: onDone })
                  }
                />
              )}
              <UndoLine
                text={
                  ended &&
                  `Deleted the link ${ended.definition.campaign}. Visits through it are still counted.`
                }
                isBusy={save.isPending}
                onUndo={() => ended && restore(ended)}
              />
              <InlineError error={save.error} />
              <h2 className="mt-8 font-display font-semibold text-lead">Saved links</h2>
              {all.length === 0 ? (
                <EmptyState title="No saved links yet">
                  Build one above and save it. Its visitors and leads appear here.
                </EmptyState>
              ) : (
                <Outdated isOutdated={results.isPlaceholderData}>
                  <LinkTable
                    links={all}
                    results={results.data?.results ?? null}
                    origin={origin}
                    mayEdit={mayEdit}
                    onOpen={({ id }) => setOpen(String(id))}
                    onDelete={(link) => end(link)}
                  />
                </Outdated>
              )}
              {openLink && openUrl && (
                <Dialog
                  isOpen
                  onDismiss={() => setOpen("")}
                  title={openLink.definition.campaign}
                  closeLabel="Close"
                >
                  <p className="wrap-anywhere text-xs">
                    <code>{openUrl}</code>
                  </p>
                  <div className="mt-4">
                    <LinkQrCode url={openUrl} fileName={openLink.definition.campaign} />
                  </div>
                </Dialog>
              )}
            </>
          );
        }}
      </QueryView>
    </>
  );
}

interface LinkTableProps {
  links: readonly CampaignLink[];
  /** Null while they load. */
  results: readonly QueryRow[] | null;
  origin: string;
  mayEdit: boolean;
  onOpen: (link: CampaignLink) => void;
  onDelete: (link: CampaignLink) => void;
}

function LinkTable({ links, results, origin, mayEdit, onOpen, onDelete }: LinkTableProps) {
  const { scope } = useScope();
  const byNames = useMemo(
    () => new Map((results ?? []).map(({ dimensions, metrics }) => [JSON.stringify(dimensions), metrics])),
    [results],
  );
  const resultOf = (link: CampaignLink, metric: number) => {
    const row = byNames.get(
      JSON.stringify(CAMPAIGN_FIELDS.map((field) => campaignValue(link.definition[field]) || NOT_SET)),
    );
    return results === null ? null : (row?.[metric] ?? (METRICS[metric] === "lead_rate" ? null : 0));
  };
  const hrefOf = (link: CampaignLink) => {
    const params = new URLSearchParams();
    writeScope("/", params, { ...EVERYTHING, range: scope.range });
    for (const field of CAMPAIGN_FIELDS)
      if (link.definition[field])
        params.append(
          "f",
          writeFilter({ operator: "is", dimension: `visit:utm_${field}`, values: [link.definition[field]] }),
        );
    return `/?${params}`;
  };
  const ofMetric = (index: number, header: string): Column<CampaignLink> => ({
    id: METRICS[index] ?? "",
    header,
    isNumeric: true,
    width: "w-24",
    ...(index > 0 && { from: MEDIUM }),
    sortValue: (link) => resultOf(link, index),
    cell: (link) => formatMetric(METRICS[index] ?? "visitors", resultOf(link, index)),
  });
  const columns: Column<CampaignLink>[] = [
    {
      id: "link",
      header: "Campaign",
      isMain: true,
      text: ({ definition }) => definition.campaign,
      cell: (link) => (
        <>
          <TextLink href={hrefOf(link)} title="See its visits in the Overview">
            {link.definition.campaign}
          </TextLink>
          <span className="wrap-anywhere block text-ink-muted text-xs">
            {[link.definition.source, link.definition.medium, link.definition.content, link.definition.term]
              .filter(Boolean)
              .join(" / ")}
          </span>
        </>
      ),
    },
    {
      id: "page",
      header: "Page",
      width: "w-48",
      from: WIDE,
      className: "wrap-anywhere text-ink-muted",
      cell: ({ definition }) => definition.destination.replace(origin, ""),
    },
    {
      id: "channel",
      header: "Channel",
      width: "w-32",
      from: WIDE,
      cell: (link) => CHANNEL_TITLES[channelOfLink(link.definition)],
    },
    ofMetric(0, "Visitors"),
    ofMetric(1, "Leads"),
    ofMetric(2, "Leads per visitor"),
    {
      id: "actions",
      header: "Actions",
      isHeaderHidden: true,
      width: "w-44",
      from: MEDIUM,
      className: "text-right",
      text: (link) => campaignUrl(link.definition, origin) ?? "",
      cell: (link) => (
        <span className="-my-1.5 inline-flex items-center">
          <CopyButton
            text={campaignUrl(link.definition, origin) ?? ""}
            label={`Copy the link ${link.definition.campaign}`}
          />
          <IconButton
            label={`QR code of ${link.definition.campaign}`}
            Icon={QrIcon}
            onClick={() => onOpen(link)}
          />
          {mayEdit && (
            <IconButton
              label={`Delete the link ${link.definition.campaign}`}
              Icon={Trash2}
              onClick={() => onDelete(link)}
            />
          )}
        </span>
      ),
    },
  ];
  return (
    <DataTable caption="Saved links" columns={columns} rows={links} keyOf={({ id }) => String(id)} csv={{}} />
  );
}

/** Names of saved links and of visits, most used first. */
function usedNamesOf(
  links: readonly CampaignLink[],
  visits: readonly QueryRow[],
): Record<CampaignField, readonly string[]> {
  const namesOf = (field: CampaignField, index: number) => {
    const counts = new Map<string, number>();
    const add = (name: string, count: number) => {
      if (name && name !== NOT_SET) counts.set(name, (counts.get(name) ?? 0) + count);
    };
    for (const { dimensions, metrics } of visits) add(dimensions[index] ?? "", metrics[0] ?? 0);
    for (const link of links) add(campaignValue(link.definition[field]), 1);
    return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
  };
  const [source, medium, campaign, content, term] = CAMPAIGN_FIELDS.map(namesOf);
  return {
    source: source ?? [],
    medium: medium ?? [],
    campaign: campaign ?? [],
    content: content ?? [],
    term: term ?? [],
  };
}
