/** A row of `events` with every column there is, as the newest migration has it. */
export type StoredEvent = Record<string, string | number> & {
  properties: string;
  traits: string;
  context: string;
};

const INSTANTS = ["received_at", "timestamp", "original_timestamp"];

/** Every column, instants in milliseconds since the epoch. Read rows with {@link readStoredEvent}. */
export const STORED_EVENT = `* REPLACE (${INSTANTS.map((name) => `toUnixTimestamp64Milli(${name}) AS ${name}`).join(", ")})`;

/** The store writes 64-bit integers as text. */
export function readStoredEvent(row: StoredEvent): StoredEvent {
  return { ...row, ...Object.fromEntries(INSTANTS.map((name) => [name, Number(row[name])])) };
}
