import { MAX_CLICK_TARGETS, PAGE_MATCHES, type SingleCondition } from "@marquee/contract";
import { type Funnel, type FunnelStep, MAX_FUNNEL_STEPS } from "@marquee/contract/schema";
import { readTexts, writeTexts } from "../../../shared/address/filters.ts";

/** A funnel being edited, which may still lack steps. */
export type FunnelDraft = Funnel;

export const EMPTY_FUNNEL: FunnelDraft = { steps: [], per: "visit", order: "loose", window: null };

/** URL parameters of a funnel: `s=page,is,/&s=goal,3&per=visitor&order=strict&window=3600`. */
const PARAMS = ["s", "per", "order", "window"] as const;

/** The funnel in the URL; null without steps. Malformed steps are left out. */
export function readFunnel(params: URLSearchParams): FunnelDraft | null {
  const steps = params
    .getAll("s")
    .slice(0, MAX_FUNNEL_STEPS)
    .flatMap((text) => readStep(text) ?? []);
  if (steps.length === 0) return null;
  const window = Number(params.get("window"));
  return {
    steps,
    per: params.get("per") === "visitor" ? "visitor" : "visit",
    order: params.get("order") === "strict" ? "strict" : "loose",
    window: Number.isInteger(window) && window >= 60 ? window : null,
  };
}

/** Sets the funnel in the parameters of a URL; null removes it. Defaults are left out. */
export function writeFunnel(params: URLSearchParams, funnel: FunnelDraft | null): void {
  for (const name of PARAMS) params.delete(name);
  if (!funnel) return;
  for (const step of funnel.steps) params.append("s", writeStep(step));
  if (funnel.per !== EMPTY_FUNNEL.per) params.set("per", funnel.per);
  if (funnel.order !== EMPTY_FUNNEL.order) params.set("order", funnel.order);
  if (funnel.window !== null) params.set("window", String(funnel.window));
}

/** A step as in the URL: its kind, and its fields in a fixed order. */
function writeStep(step: FunnelStep): string {
  if ("goal" in step) return writeTexts(["goal", String(step.goal)]);
  const { condition } = step;
  const { kind, ...fields } = condition;
  switch (condition.kind) {
    case "event":
      return writeTexts([
        kind,
        condition.event,
        ...condition.properties.flatMap(({ name, value }) => [name, value]),
      ]);
    case "click": {
      const { label, path, root, location, targets } = condition;
      return writeTexts([kind, label, path, root, location, ...targets]);
    }
    default:
      return writeTexts([kind, ...inOrder(condition.kind, fields)]);
  }
}

/** Kinds whose fields are texts and numbers. */
type PlainKind = Exclude<SingleCondition["kind"], "event" | "click">;

const FIELDS: Record<PlainKind, readonly string[]> = {
  page: ["match", "path"],
  form: ["step", "form"],
  overlay: ["overlay"],
  section: ["section"],
  button: ["label", "root", "location"],
  element: ["path", "selector"],
  time: ["path", "seconds"],
  scroll: ["path", "percent"],
};

function inOrder(kind: PlainKind, fields: object): string[] {
  const values = fields as Record<string, string | number | null>;
  return FIELDS[kind].map((name) => String(values[name] ?? ""));
}

const FORMS = ["sales", "demo", "sign-up"] as const;

/** Reads a step; null if it is malformed. */
export function readStep(text: string): FunnelStep | null {
  const [kind = "", ...values] = readTexts(text);
  const [first = "", second = "", third = ""] = values;
  const condition = (single: SingleCondition | null): FunnelStep | null => single && { condition: single };
  switch (kind) {
    case "goal":
      return /^[1-9]\d{0,8}$/.test(first) ? { goal: Number(first) } : null;
    case "page": {
      const match = PAGE_MATCHES.find((each) => each === first);
      return condition(match && second !== "" ? { kind, match, path: second } : null);
    }
    case "event": {
      const pairs = values.slice(1);
      const properties = pairs.flatMap((name, index) =>
        index % 2 === 0 ? [{ name, value: pairs[index + 1] ?? "" }] : [],
      );
      return condition(first === "" ? null : { kind, event: first, properties });
    }
    case "form": {
      const form = FORMS.find((each) => each === second) ?? null;
      return condition(first === "sent" || first === "started" ? { kind, step: first, form } : null);
    }
    case "overlay":
      return condition(first === "" ? null : { kind, overlay: first });
    case "section":
      return condition(first === "" ? null : { kind, section: first });
    case "button":
      return condition(
        first && second && third ? { kind, label: first, root: second, location: third } : null,
      );
    case "click": {
      const targets = values.slice(4, 4 + MAX_CLICK_TARGETS).filter((target) => target !== "");
      const place = { path: second, root: third, location: values[3] ?? "" };
      return condition(first && targets.length > 0 ? { kind, label: first, targets, ...place } : null);
    }
    case "element":
      return condition(second ? { kind, path: first, selector: second } : null);
    case "time":
      return condition(isWhole(second) ? { kind, path: first, seconds: Number(second) } : null);
    case "scroll":
      return condition(isWhole(second) ? { kind, path: first, percent: Number(second) } : null);
    default:
      return null;
  }
}

const isWhole = (text: string) => /^[1-9]\d{0,4}$/.test(text);
