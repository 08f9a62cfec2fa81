/** A recording's document holds the lock of this name as long as it lives. */
function lockName(recordingId: string): string {
  return `marquee_replay_${recordingId}`;
}

/** Marks the recording as alive. @returns what ends that; so does the end of the document. */
export function holdRecording(recordingId: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Waiting, too, ends with the document.
  navigator.locks?.request(lockName(recordingId), () => released).catch(() => undefined);
  return release;
}

/** Runs `task` unless the recording's document lives, or another one is seeing to it. Rejects as `task` does. */
export async function ifDead(recordingId: string, task: () => Promise<void>): Promise<void> {
  await navigator.locks?.request(lockName(recordingId), { ifAvailable: true }, async (lock) => {
    if (lock) await task();
  });
}
