import type { ReactNode } from "react";

/** How to export the files from each system, step by step. */
export function ExportSteps() {
  return (
    <section aria-labelledby="export-title">
      <h2 id="export-title" className="font-display font-semibold text-lead">
        How to export
      </h2>
      <div className="mt-3 grid gap-8 md:grid-cols-2">
        <Steps title="Google Analytics 4">
          <li>
            In Google Analytics, set your language to English, and open <b>Explore</b>. Start a{" "}
            <b>Free form</b> exploration and choose the date range.
          </li>
          <li>
            Under <b>Rows</b>, set <b>Date</b>, with the most rows to show. Under <b>Values</b>, set{" "}
            <b>Active users</b>, <b>Sessions</b>, <b>Views</b>, <b>Bounce rate</b> and{" "}
            <b>Average session duration</b>.
          </li>
          <li>
            Choose <b>Export data</b>, then <b>CSV</b>. These are the daily totals for the figures and the
            chart.
          </li>
          <li>
            For the lists, add one more dimension and export again: Session source / medium, Session default
            channel group, Session campaign, Page path, Landing page, Country, Device category, Browser,
            Operating system, or Event name with Event count.
          </li>
        </Steps>
        <Steps title="Plausible">
          <li>
            Open <b>Site settings</b>, then <b>Imports &amp; exports</b>.
          </li>
          <li>
            Choose <b>Prepare download</b>. Plausible sends you an email when the file is ready.
          </li>
          <li>
            Choose the ZIP file here as it is. It has totals, sources, pages, places, devices and events.
          </li>
        </Steps>
      </div>
      <p className="mt-4 max-w-prose text-ink-muted text-xs">
        Days that were already imported are left out, so nothing counts twice. Undo an import to replace it.
      </p>
    </section>
  );
}

function Steps({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ol className="mt-2 grid list-decimal gap-2 pl-5 text-ink-muted [&_b]:font-medium [&_b]:text-ink">
        {children}
      </ol>
    </div>
  );
}
