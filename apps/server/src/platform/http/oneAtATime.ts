import { ApiError } from "../errors/apiError.ts";

/** Runs one task at a time, so that only one file is in memory. @throws {ApiError} too_many_requests for another one meanwhile. */
export function oneAtATime() {
  let isBusy = false;
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (isBusy)
      throw new ApiError("too_many_requests", "Another file is being read. Try again in a moment.", 5);
    isBusy = true;
    try {
      return await task();
    } finally {
      isBusy = false;
    }
  };
}
