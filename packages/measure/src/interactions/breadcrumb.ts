/** Where a click lay. Marks that are missing are `unknown` (specification, section 3). */
export interface ClickPlace {
  root: string;
  location: string;
  /** What the button says. */
  label: string;
}

/** The click before, and what it left. */
export interface Breadcrumb {
  root: string;
  text: string;
}

const SEPARATOR = " > ";
/** A long visit under one root keeps its last steps. */
const MOST_STEPS = 10;

/**
 * `root > location > label`; a further click under the same root goes on from the one before (specification, section 4).
 * @param before null for the first click.
 */
export function extendBreadcrumb(
  before: Breadcrumb | null,
  { root, location, label }: ClickPlace,
): Breadcrumb {
  const goesOn = before !== null && before.root === root;
  const steps = goesOn ? [...before.text.split(SEPARATOR), location, label] : [root, location, label];
  const [first = root, ...rest] = steps.filter(Boolean);
  return { root, text: [first, ...rest.slice(-MOST_STEPS)].join(SEPARATOR) };
}
