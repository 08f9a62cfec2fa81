import { fieldsOf, ONE_SECOND } from "@marquee/contract";
import { FORMS, type FormPlace } from "./journey.ts";
import type { Weighted } from "./random.ts";
import type { Viewing } from "./visit.types.ts";

/** Chance, at an intent of 1, that a view ends in an overlay's form that is not sent. */
const GIVEN_UP = 0.06;
/** The same chance for pages with a form. The demo page is lower, because it has more than its form. */
const GIVEN_UP_ON: Record<string, number> = { "/sign-up": 0.35, "/contact-sales": 0.35, "/demo": 0.08 };
/** Overlays that visitors open, if the page has a link that does. */
const OPENED: Weighted<NonNullable<FormPlace["overlay"]>> = [
  ["sign-up", 74],
  ["enterprise-sales", 18],
  ["ai-demo", 8],
];

/**
 * Opens the form's overlay if it is in one, fills it in, and sends it.
 * @returns the form as sent; null if the page has no link that opens it.
 */
export function sendForm(place: FormPlace, viewing: Viewing): FormPlace | null {
  const { track, random } = viewing;
  const sent = openForm(place, viewing);
  if (!sent) return null;
  fill(sent, fieldsOf(sent.form), viewing);
  if (random.chance(0.2))
    track("Form Error Shown", { ...namesOf(sent), field: "email", error: "freeMail" }, 6 * ONE_SECOND);
  track("Form Sent", namesOf(sent), random.between(10, 60) * ONE_SECOND);
  return sent;
}

/**
 * Opens an overlay, or starts the page's form, and gives up: immediately, after some fields, or at an error.
 */
export function giveUpForm(path: string, intent: number, viewing: Viewing): void {
  const { track, random } = viewing;
  const places = FORMS.map(([place]) => place);
  const onPage = places.find((place) => place.path === path && place.overlay === null);
  // Intent counts less than for sending a form.
  if (!random.chance(GIVEN_UP_ON[path] ?? GIVEN_UP * Math.sqrt(intent))) return;
  const overlay = random.pick(OPENED);
  const place = onPage ?? places.find((each) => each.overlay === overlay);
  const opened = place && openForm(place, viewing);
  if (!opened || !random.chance(0.45)) return;
  const fields = fieldsOf(opened.form);
  fill(opened, fields.slice(0, random.between(0, fields.length - 1)), viewing);
  if (random.chance(0.2))
    track(
      "Form Error Shown",
      { ...namesOf(opened), field: "email", error: random.oneOf(["freeMail", "invalid"]) },
      5 * ONE_SECOND,
    );
}

/** @returns the form with the location of the link that opened it, mostly the planned one; null if the page has no link that does. */
function openForm(place: FormPlace, { page, track, click, random }: Viewing): FormPlace | null {
  if (place.overlay === null) return place;
  const openers = page.actions.flatMap((action) =>
    action.overlay?.name === place.overlay ? [{ action, location: action.overlay.location }] : [],
  );
  if (openers.length === 0) return null;
  const { action, location } = random.pick(
    openers.map((opener) => [opener, opener.location === place.location ? 5 : 1] as const),
  );
  click(action);
  track("Overlay Opened", { overlay: place.overlay }, random.between(1, 4) * ONE_SECOND);
  // The AI demo reports the same location wherever it is opened.
  return place.overlay === "ai-demo" ? place : { ...place, location };
}

const namesOf = ({ form, formId, location }: FormPlace) => ({ form, formId, location });

function fill(place: FormPlace, fields: readonly string[], { track, click, random }: Viewing): void {
  if (place.overlay === null) click({ selector: 'main [name="email"]', sectionId: "" });
  track("Form Started", namesOf(place), random.between(2, 15) * ONE_SECOND);
  for (const field of fields)
    track("Form Field Left", { ...namesOf(place), field }, random.between(3, 15) * ONE_SECOND);
}
