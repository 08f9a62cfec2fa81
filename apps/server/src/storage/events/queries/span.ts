/** A span of time, in milliseconds since the epoch; `to` is not included. */
export interface Span {
  from: number;
  to: number;
}

export function spanParams({ from, to }: Span): Record<string, unknown> {
  return { from, to };
}
