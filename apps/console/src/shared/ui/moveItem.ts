/** A copy of the list with the item at `from` moved to `to`. Unchanged if either position does not exist. */
export function moveItem<Thing>(list: readonly Thing[], from: number, to: number): Thing[] {
  const rest = list.toSpliced(from, 1);
  const thing = list[from];
  if (thing === undefined || to < 0 || to >= list.length) return [...list];
  return rest.toSpliced(to, 0, thing);
}
