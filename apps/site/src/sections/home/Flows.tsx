import { ArrowDownLeft, ArrowUpRight } from "lucide-react";

interface Flow {
  name: string;
  text: string;
  plan: string;
}

interface FlowsProps {
  copy: { in: string; out: string; ins: readonly Flow[]; outs: readonly Flow[] };
}

/** Integrations into and out of the product, in two columns, each with the plan that includes it. */
export function Flows({ copy }: FlowsProps) {
  return (
    <div className="grid gap-12 lg:grid-cols-2 lg:gap-0">
      <FlowList title={copy.in} rows={copy.ins} Icon={ArrowDownLeft} className="lg:pr-6" />
      <FlowList title={copy.out} rows={copy.outs} Icon={ArrowUpRight} className="lg:pl-6" />
    </div>
  );
}

interface FlowListProps {
  title: string;
  rows: readonly Flow[];
  Icon: typeof ArrowUpRight;
  className: string;
}

function FlowList({ title, rows, Icon, className }: FlowListProps) {
  return (
    <div className={className}>
      <h3 className="flex items-center gap-2 font-display text-title">
        <Icon aria-hidden="true" className="size-5 text-accent" />
        {title}
      </h3>
      <dl className="mt-5 border-hairline border-b">
        {rows.map(({ name, text, plan }) => (
          <div key={name} className="grid grid-cols-[1fr_auto] gap-x-4 border-hairline border-t py-4">
            <dt className="font-medium">{name}</dt>
            <dd className="text-ink-muted text-sm">{plan}</dd>
            <dd className="col-span-2 text-pretty text-ink-muted text-sm">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
