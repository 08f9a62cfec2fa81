import fastify from "fastify";
import { expect, it } from "vitest";
import { ImageError } from "../errors/imageError.ts";
import { RecordsUnavailableError } from "../errors/recordsError.ts";
import { QueueFullError } from "./fairQueue.ts";
import { sendImageError } from "./sendImageError.ts";

it.each([
  [new ImageError("not_found", "There is no such image."), 404, "There is no such image."],
  [new ImageError("bad_source", "This is not an image."), 502, "This is not an image."],
  [new QueueFullError(), 503, new QueueFullError().message],
  [
    new Error("select body from content_images"),
    500,
    "Something went wrong on the server. Try again in a moment.",
  ],
  [new RecordsUnavailableError(), 503, "Data is unavailable right now. Try again in a moment."],
  [Object.assign(new Error("ENOENT /srv"), { statusCode: 404 }), 404, "The request is not valid."],
])("returns for %s %i: %s", async (error, status, message) => {
  const app = fastify();
  app.get("/", { errorHandler: sendImageError }, () => {
    throw error;
  });
  const { statusCode, headers, ...reply } = await app.inject("/");
  expect([statusCode, reply.json(), headers["cache-control"]]).toEqual([
    status,
    { error: { message } },
    "no-store",
  ]);
  expect(headers["retry-after"]).toBe(error instanceof QueueFullError ? "5" : undefined);
});
