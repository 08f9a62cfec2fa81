import type { SilentInstance, SpoolResponse, WrongClock } from "@marquee/contract/schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { routeKey } from "../../shared/api/useRoute.ts";
import { Spool } from "./Spool.tsx";

/** The lines as text. */
function draw(wrongClocks: WrongClock[], forms = 0, silent: SilentInstance[] = []): string {
  const queries = new QueryClient();
  const moving = { depth: 0, isDraining: true, lastError: null };
  const budget = { bytes: 0, limit: null, cut: [] };
  const data: SpoolResponse = { events: moving, recordings: moving, forms, budget, wrongClocks, silent };
  queries.setQueryData(routeKey("GET /quality/spool"), data);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Spool />
    </QueryClientProvider>,
  );
  return html.replace(/<[^>]*>/g, "").replaceAll("&#x27;", "'");
}

test("mentions clocks only if one is wrong", () => {
  expect(draw([])).not.toContain("clock");
  const text = draw([
    { store: "events", offset: 720_000 },
    { store: "records", offset: -3 * 3_600_000 },
  ]);
  expect(text).toContain(
    "The clock of the event store is 12 minutes ahead of the server's. Synchronize both.",
  );
  expect(text).toContain("The clock of the record store is 3 hours behind the server's.");
});

test("mentions forms only while some are waiting", () => {
  expect(draw([])).not.toContain("form");
  expect(draw([], 1)).toContain("1 form is waiting on the server's disk");
  expect(draw([], 1200)).toContain("1,200 forms are waiting on the server's disk");
});

test("mentions silent instances, with what is waiting on their disks", () => {
  expect(draw([])).not.toContain("heard from");
  expect(draw([], 0, [{ host: "web-2", heardAt: Date.now() - 5 * 60_000, waiting: 1200 }])).toContain(
    "web-2 has not been heard from for 5 minutes, and 1,200 rows waited on its disk then.",
  );
});
