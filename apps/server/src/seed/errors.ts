import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allGeneratedPositionsFor, sourceContentFor, TraceMap } from "@jridgewell/trace-mapping";
import { type ErrorProperties, localizePath, type Timestamp } from "@marquee/contract";
import { type Curve, readCurve } from "./curve.ts";
import type { Random } from "./random.ts";
import type { SitePage } from "./sitePage.ts";
import type { Story } from "./story.ts";

/** A kind of error that visitors run into, at its place in the scripts of a build. */
export interface DemoError {
  message: string;
  kind: ErrorProperties["kind"];
  /** The failed operation according to the page; empty for an error that it did not catch. */
  context: string;
  /** Paths in the default language. */
  paths: readonly string[];
  isSafari?: true;
  /** Its status (`errorStatuses.ts`). */
  decision?: "resolved" | "returned" | "ignored" | "assigned";
  /** Share of the views of these pages. */
  share: Curve;
  places: readonly { script: string; line: number; column: number }[];
}

/** An error where it happened in the sources, the innermost call first: a file, and text of the line. */
type Failure = Omit<DemoError, "places" | "kind" | "context"> &
  Partial<Pick<DemoError, "kind" | "context">> & { frames: readonly string[] };

const FAILURES: readonly Failure[] = [
  {
    message: "TypeError: Cannot read properties of null (reading 'getBoundingClientRect')",
    frames: ["interfaces/gantt/useBarDrag.ts: addEventListener", "interfaces/gantt/GanttChart.tsx: use"],
    paths: ["/lp/features/gantt-chart-view", "/lp/teams/project-management"],
    // In the bad release.
    share: readCurve("0.108 ago 18..25 + 0.002"),
    decision: "resolved",
  },
  {
    message: "TypeError: Failed to fetch",
    kind: "unhandled rejection",
    frames: ["leads/sendLead.ts: fetch(", "leads/useLeadForm.ts: sendLead("],
    paths: ["/contact-sales", "/sign-up", "/demo"],
    share: readCurve("0.012"),
    decision: "assigned",
  },
  {
    message: "TypeError: undefined is not an object (evaluating 'seats.value')",
    frames: [
      "pricing/calculator/SeatFields.tsx: onChange",
      "pricing/calculator/SeatCalculator.tsx: SeatFields",
    ],
    paths: ["/pricing"],
    isSafari: true,
    share: readCurve("0.024 ago 0..48 + 0.001"),
  },
  {
    message: "QuotaExceededError: Failed to execute 'setItem' on 'Storage': The quota has been exceeded.",
    kind: "reported",
    context: "Saving a card of the board",
    frames: ["interfaces/history.ts: push", "interfaces/board/Board.tsx: use"],
    paths: ["/", "/lp"],
    share: readCurve("0.0012"),
  },
  {
    message: "RangeError: Invalid time value",
    frames: ["interfaces/gantt/GanttChart.tsx: return", "interfaces/gantt/GanttChart.tsx: use"],
    paths: ["/lp", "/lp/features/gantt-chart-view"],
    share: readCurve("0.012 ago 24..60 + 0.012 ago 0..16"),
    decision: "returned",
  },
  {
    message: "AbortError: The play() request was interrupted by a call to pause()",
    kind: "unhandled rejection",
    frames: ["interfaces/history.ts: push"],
    paths: ["/", "/pricing"],
    share: readCurve("0.002"),
    decision: "ignored",
  },
  {
    message: "Error: The plan quiz has no result for these answers",
    frames: ["pricing/quiz/quiz.ts: return", "pricing/quiz/quizReducer.ts: case"],
    paths: ["/pricing"],
    share: readCurve("0.009 ago 0..9"),
  },
];

/**
 * The demo's errors at the places of their sources in a build, so that its source maps resolve them. Errors of sources missing from the
 * build are left out.
 * @param siteDir the build's folder `site`.
 */
export function demoErrors(siteDir: string): DemoError[] {
  const dir = join(siteDir, "maps/assets");
  const maps = readdirSync(dir).map((name) => ({
    script: `/assets/${name.replace(/\.map$/, "")}`,
    map: new TraceMap(readFileSync(join(dir, name), "utf8")),
  }));
  const placeOf = (frame: string) => {
    const [file = "", text = ""] = frame.split(": ");
    for (const { script, map } of maps) {
      const source = map.sources.find((each) => each?.endsWith(`/${file}`));
      const place = source && generatedPlace(map, source, text);
      if (place) return [{ script, ...place }];
    }
    return [];
  };
  return FAILURES.map(({ frames, kind = "error", context = "", ...failure }) => ({
    ...failure,
    kind,
    context,
    places: frames.flatMap(placeOf),
  })).filter(({ places }) => places.length > 0);
}

/** Where the build has the first mapped line with this text, or the first mapped line. */
function generatedPlace(map: TraceMap, source: string, text: string) {
  const lines = sourceContentFor(map, source)?.split("\n") ?? [];
  const isImport = (line: string) => /^\s*(import|export \*|\/[/*]|\*)/.test(line);
  const inOrder = [...lines.entries()].sort(
    ([one, its], [other, otherLines]) =>
      Number(otherLines.includes(text)) - Number(its.includes(text)) || one - other,
  );
  for (const [index, line] of inOrder) {
    if (isImport(line)) continue;
    const column = Math.max(0, line.indexOf(text));
    const [first] = allGeneratedPositionsFor(map, { source, line: index + 1, column, bias: 1 });
    if (first) return { line: first.line, column: first.column + 1 };
  }
  return null;
}

/** The errors of one page view. @param origin of the site. */
export function errorsOf(
  page: SitePage,
  view: {
    at: Timestamp;
    userAgent: string;
    origin: string;
    errors: readonly DemoError[];
    story: Story;
    random: Random;
  },
): ErrorProperties[] {
  const { at, userAgent, origin, errors, story, random } = view;
  const isSafari = userAgent.includes("Version/") && userAgent.includes("Safari");
  return errors
    .filter((error) => !error.isSafari || isSafari)
    .filter(({ paths }) => paths.some((path) => localizePath(path, page.locale) === page.path))
    .filter(({ share }) => random.chance(share(at, story)))
    .map(({ message, kind, context, places }) => {
      const named = places.map(({ script, ...place }) => ({ ...place, script: origin + script }));
      const frames = named.map(({ script, line, column }) =>
        isSafari ? `@${script}:${line}:${column}` : `    at ${script}:${line}:${column}`,
      );
      const [first] = named;
      return {
        message: message.replace(/^Error: /, ""),
        source: first?.script ?? "",
        line: first?.line ?? 0,
        column: first?.column ?? 0,
        stack: [...(isSafari ? [] : [message]), ...frames].join("\n"),
        kind,
        ...(context && { context }),
      };
    });
}
