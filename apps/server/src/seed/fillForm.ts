import { fieldsOf, ONE_SECOND } from "@marquee/contract";
import type { FormPlace } from "./journey.ts";
import type { Random } from "./random.ts";
import type { Track } from "./visit.types.ts";

const OVERLAYS = { "sign-up": "sign-up", sales: "enterprise-sales", demo: "ai-demo" } as const;

/** Chance, at an intent of 1, that a view of a page ends in a form that is not sent. */
const GIVEN_UP = 0.09;

/** Opens an overlay if the form is in one, fills in the form, and sends it. */
export function sendForm({ form, formId, location }: FormPlace, track: Track, random: Random): void {
  const named = { form, formId, location };
  openForm({ form, location }, track, random);
  const fields = fieldsOf(form);
  fill(named, fields, track, random);
  if (random.chance(0.2))
    track("Form Error Shown", { ...named, field: "email", error: "freeMail" }, 6 * ONE_SECOND);
  track("Form Sent", named, random.between(10, 60) * ONE_SECOND);
}

/** Opens sales, or starts a form, and gives up: at once, after some fields, or at an error. */
export function giveUpForm(path: string, intent: number, track: Track, random: Random): void {
  if (!random.chance(GIVEN_UP * intent)) return;
  const isSales = path === "/pricing" || random.chance(0.3);
  const named = isSales
    ? ({ form: "sales", formId: 1176, location: path === "/pricing" ? "pricing-enterprise" : "nav" } as const)
    : ({ form: "sign-up", formId: "sign-up", location: "nav" } as const);
  openForm(named, track, random);
  if (!random.chance(0.45)) return;
  const fields = fieldsOf(named.form);
  fill(named, fields.slice(0, random.between(0, fields.length - 1)), track, random);
  if (isSales && random.chance(0.4))
    track(
      "Form Error Shown",
      { ...named, field: "email", error: random.oneOf(["freeMail", "invalid"]) },
      5 * ONE_SECOND,
    );
}

function openForm(
  { form, location }: Pick<FormPlace, "form" | "location">,
  track: Track,
  random: Random,
): void {
  if (location !== "page")
    track("Overlay Opened", { overlay: OVERLAYS[form] }, random.between(1, 4) * ONE_SECOND);
}

type Named = Pick<FormPlace, "form" | "formId" | "location">;

function fill(named: Named, fields: readonly string[], track: Track, random: Random): void {
  track("Form Started", named, random.between(2, 15) * ONE_SECOND);
  for (const field of fields)
    track("Form Field Left", { ...named, field }, random.between(3, 15) * ONE_SECOND);
}
