import type { LightMyRequestResponse } from "fastify";

/** Status and message of an answer of the console's API that is an error. */
export function errorOf(answer: LightMyRequestResponse): [status: number, message: string] {
  const { error } = answer.json() as { error: { message: string } };
  return [answer.statusCode, error.message];
}
