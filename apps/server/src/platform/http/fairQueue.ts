/** The queue is full. The client may retry after `retryAfter` seconds. */
export class QueueFullError extends Error {
  override name = "QueueFullError";
  readonly statusCode = 503;
  readonly retryAfter = 5;

  constructor() {
    super("The server is busy. Try again in a few seconds.");
  }
}

interface Work<Result> {
  /** The client that requests the work; clients take turns. */
  client: string;
  /** Requests with the same key share one run. */
  key: string;
  task: () => Promise<Result>;
}

export interface FairQueue<Result> {
  /** Rejects with {@link QueueFullError} if the queue is full, or with the task's own error. */
  run(work: Work<Result>): Promise<Result>;
}

interface FairQueueOptions {
  /** Maximum number of tasks that run at the same time. */
  concurrency: number;
  /** Maximum number of waiting tasks, over all clients. */
  maxWaiting: number;
}

interface Job<Result> {
  key: string;
  task: () => Promise<Result>;
  promise: Promise<Result>;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: Error) => void;
  clients: Set<string>;
  isWaiting: boolean;
}

/**
 * Runs expensive tasks a few at a time. Each client has its own line and the lines take turns, so a client with one task waits for at most one
 * task of each other client, however many they have queued. A full queue rejects a task of the longest line to make space.
 */
export function createFairQueue<Result>({ concurrency, maxWaiting }: FairQueueOptions): FairQueue<Result> {
  /** Jobs by client, oldest first; clients are in the order of their turns. A started job may stay in other clients' lines until their turn. */
  const lines = new Map<string, Job<Result>[]>();
  const jobs = new Map<string, Job<Result>>();
  let running = 0;
  let waiting = 0;

  const addJob = ({ key, task }: Work<Result>): Job<Result> => {
    const job = createJob(key, task);
    jobs.set(key, job);
    waiting += 1;
    return job;
  };

  const takeNext = (): Job<Result> | undefined => {
    for (const [client, line] of lines) {
      const job = line.find(({ isWaiting }) => isWaiting);
      lines.delete(client);
      if (!job) continue;
      const rest = line.slice(line.indexOf(job) + 1);
      if (rest.length > 0) lines.set(client, rest);
      return job;
    }
    return undefined;
  };

  const startNext = (): void => {
    while (running < concurrency) {
      const job = takeNext();
      if (!job) return;
      job.isWaiting = false;
      waiting -= 1;
      running += 1;
      const done = job.task().finally(() => {
        running -= 1;
        jobs.delete(job.key);
        startNext();
      });
      job.resolve(done);
    }
  };

  /**
   * Rejects the newest job in the longest line that no other client waits for. @returns whether there is space now.
   */
  const makeRoom = (client: string): boolean => {
    const waitingOf = (line: readonly Job<Result>[] = []) => line.filter(({ isWaiting }) => isWaiting);
    const clientWaiting = waitingOf(lines.get(client)).length;
    const longest = [...lines.values()].map(waitingOf).sort((one, other) => other.length - one.length)[0];
    if (!longest || longest.length <= clientWaiting + 1) return false;
    const job = longest.findLast(({ clients }) => clients.size === 1);
    if (!job) return false;
    job.isWaiting = false;
    waiting -= 1;
    jobs.delete(job.key);
    job.reject(new QueueFullError());
    return true;
  };

  return {
    run(work) {
      const { client, key } = work;
      const existing = jobs.get(key);
      if (!existing && waiting >= maxWaiting && !makeRoom(client))
        return Promise.reject(new QueueFullError());
      const job = existing ?? addJob(work);
      if (job.isWaiting && !job.clients.has(client)) {
        job.clients.add(client);
        lines.set(client, [...(lines.get(client) ?? []), job]);
      }
      startNext();
      return job.promise;
    },
  };
}

function createJob<Result>(key: string, task: () => Promise<Result>): Job<Result> {
  let resolve: Job<Result>["resolve"] = () => undefined;
  let reject: Job<Result>["reject"] = () => undefined;
  const promise = new Promise<Result>((...settle) => {
    [resolve, reject] = settle;
  });
  return { key, task, promise, resolve, reject, clients: new Set(), isWaiting: true };
}
