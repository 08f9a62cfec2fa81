import type { FlagState } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { Link } from "wouter";
import { formatAgo, formatCount, formatPrecise } from "../../shared/format/format.ts";
import { valueSummary } from "../../shared/format/valueSummary.ts";
import { TYPE_NAMES } from "./flagFilters.ts";

/** Flags as rows: what each answers by default, how many rules stand before that, and who changed it last. */
export function FlagTable({ flags }: { flags: readonly FlagState[] }) {
  return (
    <table className="mt-5 w-full table-fixed text-left">
      <colgroup>
        <col />
        <col className="w-24 max-md:hidden" />
        <col className="w-28 md:w-40" />
        <col className="w-16 max-md:hidden" />
        <col className="w-36 max-lg:hidden" />
        <col className="w-44 max-lg:hidden" />
      </colgroup>
      <thead>
        <tr className="border-hairline border-b text-ink-muted text-xs">
          <th className="py-2 pr-4 font-medium">Flag</th>
          <th className="py-2 pr-4 font-medium max-md:hidden">Type</th>
          <th className="py-2 pr-4 font-medium">Default</th>
          <th className="py-2 pr-4 text-right font-medium max-md:hidden">Rules</th>
          <th className="py-2 pr-4 pl-4 font-medium max-lg:hidden">Where</th>
          <th className="py-2 font-medium max-lg:hidden">Last change</th>
        </tr>
      </thead>
      <tbody>
        {flags.map((flag) => (
          <Row key={flag.definition.key} flag={flag} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ flag }: { flag: FlagState }) {
  const { definition, updatedAt, updatedBy, experiment } = flag;
  const { key, type, description, defaultValue, rules, environments } = definition;
  return (
    <tr className="border-hairline border-b align-top hover:bg-surface-sunken">
      <th scope="row" className="wrap-anywhere py-2.5 pr-4 font-normal">
        <Link
          href={`/flags/${encodeURIComponent(key)}`}
          className="font-medium underline-offset-4 hover:underline"
        >
          {key}
        </Link>{" "}
        {experiment && (
          <Link href={`/experiments/${encodeURIComponent(experiment)}`}>
            <Badge tone="iris">experiment {experiment}</Badge>
          </Link>
        )}
        {description && <span className="block truncate text-ink-muted text-xs">{description}</span>}
      </th>
      <td className="py-2.5 pr-4 max-md:hidden">{TYPE_NAMES[type]}</td>
      <td className="truncate py-2.5 pr-4" title={valueSummary(defaultValue)}>
        {type === "boolean" ? (
          <Badge tone={defaultValue === true ? "leaf" : "neutral"}>{valueSummary(defaultValue)}</Badge>
        ) : (
          valueSummary(defaultValue)
        )}
      </td>
      <td className="py-2.5 pr-4 text-right max-md:hidden">{formatCount(rules.length)}</td>
      <td className="py-2.5 pr-4 pl-4 text-ink-muted max-lg:hidden">
        {environments.length === 3 ? "everywhere" : environments.join(", ") || "nowhere"}
      </td>
      <td
        className="py-2.5 text-ink-muted max-lg:hidden"
        title={
          updatedAt === null ? "As it came with the project" : `${formatPrecise(updatedAt)} by ${updatedBy}`
        }
      >
        {updatedAt === null ? "never" : formatAgo(updatedAt, Date.now())}
        {updatedBy && <span className="block truncate text-xs">by {updatedBy}</span>}
      </td>
    </tr>
  );
}
