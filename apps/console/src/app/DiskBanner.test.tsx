import type { DiskState } from "@marquee/contract";
import type { Role } from "@marquee/contract/schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { routeKey } from "../shared/api/useRoute.ts";
import { DiskBanner } from "./DiskBanner.tsx";

/** The banner as text and its role; null if there is none. @param state null before the server has answered. */
function draw(state: DiskState | null, role: Role = "owner"): { role: string; text: string } | null {
  const queries = new QueryClient();
  if (state) queries.setQueryData(routeKey("GET /disk"), state);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <DiskBanner role={role} />
    </QueryClientProvider>,
  );
  if (html === "") return null;
  const [, said = ""] = /role="(\w+)"/.exec(html) ?? [];
  return { role: said, text: html.replace(/<[^>]*>/g, "").replaceAll("&#x27;", "'") };
}

test("a disk with room, or one that is not known yet, has no banner", () => {
  expect(draw(null)).toBeNull();
  expect(draw({ free: 60e9, total: 100e9, level: "ok" })).toBeNull();
});

test("a disk with little room says how much is free, what will be refused, and what to do", () => {
  expect(draw({ free: 9e9, total: 100e9, level: "low" })).toEqual({
    role: "status",
    text: "The server's disk is nearly full. 9 GB of 100 GB are free. At 537 MB, no more recordings are stored; at 134 MB, no more events. Free up space or enlarge it.",
  });
  expect(draw({ free: 300e6, total: 100e9, level: "low" })?.text).toContain(
    "No more recordings are stored; at 134 MB, no more events are.",
  );
});

test("a full disk is announced immediately", () => {
  expect(draw({ free: 90e6, total: 100e9, level: "full" })).toEqual({
    role: "alert",
    text: "The server's disk is full. 90 MB of 100 GB are free. No events or recordings are stored until more than 134 MB are free. Forms and the console still work. Free up space or enlarge it.",
  });
});
