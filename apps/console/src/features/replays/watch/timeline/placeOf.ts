/** Where a time lies on a line of `length`, from 0 to 100. */
export function placeOf(time: number, length: number): number {
  return (100 * Math.min(Math.max(time, 0), length)) / Math.max(length, 1);
}
