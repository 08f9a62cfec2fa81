const KEY_CHARACTERS = 10;

/** Of the replay database (specification, section 9). */
export function databaseName(writeKey: string): string {
  return `marquee_replay_${writeKey.slice(0, KEY_CHARACTERS)}`;
}
