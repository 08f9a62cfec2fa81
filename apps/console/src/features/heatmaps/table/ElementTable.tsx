import { formatCount, formatCounted } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { type ReactNode, useState } from "react";
import { ElementEntry } from "./ElementEntry.tsx";
import type { ElementRow, ElementTableProps } from "./elementRows.ts";

const FIRST_ROWS = 20;

/** Elements by clicks, most clicked first. Elements that are missing from the archived page are listed separately. */
export function ElementTable({ rows, hasMore, ...props }: ElementTableProps) {
  const { measured, sideNames } = props;
  const isMissing = ({ selector }: ElementRow) =>
    measured.length > 0 && measured.every(({ missing }) => missing.has(selector));
  const missing = rows.filter(isMissing);
  return (
    <section aria-label="Elements" className="min-w-0">
      <Group {...props} title="Elements" rows={rows.filter((row) => !isMissing(row))}>
        {sideNames.length > 1 && `Clicks per 100 sessions: ${sideNames.join(" and ")}.`}
      </Group>
      {missing.length > 0 && (
        <Group {...props} title="Not in this version" rows={missing}>
          {formatCounted(missing.length, "element")}, hidden at first or part of another version. Clicks there
          are not drawn.
        </Group>
      )}
      {hasMore && <p className="text-ink-muted text-xs">Only the 200 most clicked elements are listed.</p>}
    </section>
  );
}

interface GroupProps extends Omit<ElementTableProps, "hasMore"> {
  title: string;
  children: ReactNode;
}

function Group({ title, rows, children, ...props }: GroupProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { chosen } = props;
  const visibleRows = isWhole
    ? rows
    : rows.filter(({ selector }, index) => index < FIRST_ROWS || selector === chosen);
  return (
    <div className="mb-6">
      <h3 className="font-medium">{title}</h3>
      {children && <p className="mt-1 text-ink-muted text-xs">{children}</p>}
      {rows.length === 0 && <p className="mt-2 border-hairline border-t py-2">No clicked elements.</p>}
      <ol className="mt-2">
        {visibleRows.map((row) => (
          <ElementEntry key={row.selector} row={row} {...props} />
        ))}
      </ol>
      {rows.length > FIRST_ROWS && !isWhole && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => setIsWhole(true)}>
          Show all {formatCount(rows.length)}
        </Button>
      )}
    </div>
  );
}
