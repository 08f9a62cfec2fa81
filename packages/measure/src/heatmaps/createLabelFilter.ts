/** The browser's own click on an input follows at once, in milliseconds. */
const AT_ONCE = 50;

/**
 * Tells the clicks that browsers make on an input after one on its label (https://html.spec.whatwg.org/multipage/forms.html#the-label-element):
 * the visitor clicked once. The function it returns is to be shown every click.
 */
export function createLabelFilter(): (event: MouseEvent) => boolean {
  let last: { target: EventTarget | null; timeStamp: number } | undefined;
  return ({ target, timeStamp }) => {
    const before = last;
    last = { target, timeStamp };
    if (!before || !(before.target instanceof Node) || timeStamp - before.timeStamp > AT_ONCE) return false;
    const clicked = before.target;
    return labelsOf(target).some((label) => label.contains(clicked) && target !== clicked);
  };
}

function labelsOf(target: EventTarget | null): Node[] {
  const isLabelled = target instanceof HTMLElement && "labels" in target;
  return isLabelled && target.labels instanceof NodeList ? [...target.labels] : [];
}
