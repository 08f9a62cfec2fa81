/** @returns the list with the thing at `from` at `to`, or the list itself where there is no such place. */
export function moveItem<Thing>(list: readonly Thing[], from: number, to: number): Thing[] {
  const rest = list.toSpliced(from, 1);
  const thing = list[from];
  if (thing === undefined || to < 0 || to >= list.length) return [...list];
  return rest.toSpliced(to, 0, thing);
}
