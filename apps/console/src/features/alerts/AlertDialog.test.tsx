import type { AlertDefinition, AlertState } from "@marquee/contract/schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { routeKey } from "../../shared/api/useRoute.ts";
import { AlertDialog } from "./AlertDialog.tsx";
import { KIND_TEXTS, NEW_ALERT } from "./alertTexts.ts";

/** The form of a stored alert, with what it would have done. */
function draw(change: Partial<AlertDefinition>, preview?: object): string {
  const alert = { ...NEW_ALERT, name: "Leads", kind: "leads" as const, ...change };
  const stored: AlertState = {
    id: 1,
    definition: alert,
    revision: 1,
    snoozedUntil: null,
    status: null,
    updatedAt: 0,
    updatedBy: null,
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  // Recipients and the name make no difference.
  const counted = { ...alert, name: KIND_TEXTS[alert.kind].name, channels: [], recipients: [] };
  if (preview)
    client.setQueryData(routeKey("POST /alerts/preview", { body: { definition: counted } }), preview);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/alerts">
        <AlertDialog
          stored={stored}
          connected={[]}
          goals={[{ id: 3, name: "Demo" }]}
          onDone={() => undefined}
          onDelete={() => undefined}
        />
      </Router>
    </QueryClientProvider>,
  );
}
const labelsIn = (html: string) => [...html.matchAll(/<label[^>]*>([^<]+)</g)].map(([, label]) => label);

test("an alert about unusual counts has a window, a direction and a sensitivity, but no number", () => {
  const html = draw({ windowDays: 7 });
  for (const label of ["Counted over", "Open an alarm when", "Notify about", "Sensitivity"])
    expect(labelsIn(html)).toContain(label);
  expect(html).toContain('<option value="7" selected="">7 days</option>');
  expect(html).not.toContain('type="number"');
  expect(html).toContain("An alarm opens when leads in the last 7 days are outside their usual range.");
  expect(html).toContain("Checking the past 90 days…");
});

test("a threshold has a number and neither direction nor sensitivity, and says what it would have done", () => {
  const status = { state: "ok", text: "16 leads in the last 7 days (limit: 10).", readings: [] };
  const html = draw(
    { windowDays: 7, rule: { type: "threshold", side: "below", limit: 10 } },
    { days: 90, status, alarms: [] },
  );
  expect(html).toContain("An alarm opens when leads in the last 7 days are below 10.");
  expect(html).toMatch(/<input[^>]*type="number"[^>]*value="10"/);
  expect(labelsIn(html)).not.toContain("Notify about");
  expect(labelsIn(html)).not.toContain("Sensitivity");
  expect(html).toContain(
    "It would have opened no alarms in the past 90 days. 16 leads in the last 7 days (limit: 10).",
  );
});

test("a rate's threshold is a percentage, a change has a direction", () => {
  const rate = draw({
    kind: "conversion",
    goal: 3,
    windowDays: 28,
    rule: { type: "threshold", side: "below", limit: 2 },
  });
  expect(labelsIn(rate)).toContain("Number (%)");
  const change = draw({ rule: { type: "change", percent: 30 } });
  expect(labelsIn(change)).toContain("More than (%)");
  expect(labelsIn(change)).toContain("Notify about");
});

test("an alert that counts nothing has no window", () => {
  const html = draw({ kind: "disk" });
  expect(labelsIn(html)).not.toContain("Counted over");
  expect(html).not.toContain("An alarm opens when");
});
