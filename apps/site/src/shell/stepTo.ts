const STEPS = new Map([
  ["ArrowRight", 1],
  ["ArrowDown", 1],
  ["ArrowLeft", -1],
  ["ArrowUp", -1],
]);

/**
 * Which of `count` items a key moves the focus to, from the one at `index`. Arrows go round at both ends.
 * @returns null for a key that moves nothing.
 */
export function stepTo(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS.get(key);
  return step ? (index + step + count) % count : null;
}
