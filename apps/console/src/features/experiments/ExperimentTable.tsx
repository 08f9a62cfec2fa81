import type { ExperimentSummary } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatAgo, formatCount, formatPrecise } from "../../shared/format/format.ts";
import { KIND_NAMES, latestStep, placeOf, variationName } from "./experimentTexts.ts";
import { StateBadge } from "./StateBadge.tsx";

/** Experiments as rows: what each varies, how it stands, and what came of it. */
export function ExperimentTable({ experiments }: { experiments: readonly ExperimentSummary[] }) {
  return (
    <table className="mt-5 w-full table-fixed text-left">
      <colgroup>
        <col />
        <col className="w-60 max-lg:hidden" />
        <col className="w-36 md:w-44" />
        <col className="w-20 max-md:hidden" />
        <col className="w-24 max-md:hidden" />
        <col className="w-44 max-md:hidden" />
      </colgroup>
      <thead>
        <tr className="border-hairline border-b text-ink-muted text-xs">
          <Head>Experiment</Head>
          <Head className="max-lg:hidden">What varies</Head>
          <Head>State</Head>
          <Head className="text-right max-md:hidden">Phase</Head>
          <Head className="text-right max-md:hidden">Variations</Head>
          <Head className="pl-4 max-md:hidden">Shipped</Head>
        </tr>
      </thead>
      <tbody>
        {experiments.map((experiment) => (
          <Row key={experiment.definition.key} experiment={experiment} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={`py-2 pr-4 font-medium ${className}`}>
      {children}
    </th>
  );
}

function Row({ experiment }: { experiment: ExperimentSummary }) {
  const { definition, state, phase, shipped } = experiment;
  const { key, name, kind, variations } = definition;
  const { step, at } = latestStep(experiment);
  return (
    <tr className="border-hairline border-b align-top hover:bg-surface-sunken">
      <th scope="row" className="wrap-anywhere py-2.5 pr-4 font-normal">
        <Link
          href={`/experiments/${encodeURIComponent(key)}`}
          className="font-medium underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <span className="block text-ink-muted text-xs lg:hidden">
          {KIND_NAMES[kind]} · {placeOf(definition)}
        </span>
      </th>
      <td className="wrap-anywhere py-2.5 pr-4 max-lg:hidden">
        {KIND_NAMES[kind]}
        <span className="block text-ink-muted text-xs">{placeOf(definition)}</span>
      </td>
      <td className="py-2.5 pr-4">
        <StateBadge state={state} />
        <span className="block text-ink-muted text-xs" title={formatPrecise(at)}>
          {step} {formatAgo(at, Date.now())}
        </span>
      </td>
      <td className="py-2.5 pr-4 text-right tabular-nums max-md:hidden">
        {phase === 0 ? "none yet" : formatCount(phase)}
      </td>
      <td className="py-2.5 pr-4 text-right tabular-nums max-md:hidden">{formatCount(variations.length)}</td>
      <td className="wrap-anywhere py-2.5 pr-4 pl-4 max-md:hidden">
        {shipped === null ? (
          <span className="text-ink-muted">nothing yet</span>
        ) : (
          variationName(definition, shipped)
        )}
      </td>
    </tr>
  );
}
