/** Ends a part: jobs, connections, watches. */
type Stop = () => unknown;

/** The started parts of a server. */
export interface Lifecycle {
  /** Registers how `part` ends, and returns it. A part that is a function is its own stop function. */
  started<Part extends Stop | { stop: Stop }>(part: Part): Part;
  /** Ends all parts, latest first, because each may use earlier ones. A failure does not prevent the others from ending. */
  stopAll(): Promise<void>;
}

export function createLifecycle(): Lifecycle {
  const stops: Stop[] = [];
  return {
    started(part) {
      stops.push(typeof part === "function" ? part : () => part.stop());
      return part;
    },
    async stopAll() {
      const problems: unknown[] = [];
      for (let stop = stops.pop(); stop; stop = stops.pop())
        try {
          await stop();
        } catch (error) {
          problems.push(error);
        }
      if (problems.length > 0) throw new AggregateError(problems, "Failed to stop parts of the server.");
    },
  };
}
