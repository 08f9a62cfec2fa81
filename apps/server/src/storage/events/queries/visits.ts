/** A span of time, in milliseconds since the epoch; `to` is not included. */
export interface Span {
  from: number;
  to: number;
}

/** Page views of people: each message once, machines left out. Needs the parameters of {@link spanParams}. */
export const VISITS = `
  FROM events_unique
  WHERE type = 'page' AND bot = ''
    AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})
`;

export function spanParams({ from, to }: Span): Record<string, unknown> {
  return { from, to };
}
