import type { LightMyRequestResponse } from "fastify";

/** Status and message of an error response of the console's API. */
export function errorOf(answer: LightMyRequestResponse): [status: number, message: string] {
  const { error } = answer.json() as { error: { message: string } };
  return [answer.statusCode, error.message];
}
