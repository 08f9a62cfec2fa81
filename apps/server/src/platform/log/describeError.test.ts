import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { inspect } from "node:util";
import { createTransport } from "nodemailer";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { expect, it, onTestFinished } from "vitest";
import { CANARIES, CANARY } from "../../testing/canaries.ts";
import { captureLog } from "../../testing/captureLog.ts";
import { startMailServer } from "../../testing/startMailServer.ts";
import { describeError } from "./describeError.ts";
import { errorText } from "./endOnCrash.ts";

const thrownBy = async (task: () => unknown): Promise<unknown> => {
  try {
    await task();
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
};

async function rejectedMail(): Promise<never> {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  server.rejectWith(550);
  const transport = createTransport({ host: "127.0.0.1", port: server.port, ignoreTLS: true });
  await transport.sendMail({ from: "from@trellis.example", to: "zq@zq.example", subject: "zq", text: "zq" });
  throw new Error("It was not rejected.");
}

/** A port of this machine where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const refusedConnection = () =>
  new Promise((_resolve, reject) => connect(1, "127.0.0.1").once("error", reject));

it.each<[what: string, task: () => unknown, expected: object]>([
  ["JSON that can't be parsed", () => JSON.parse('{"email":"zq@zq.example" zq'), { type: "SyntaxError" }],
  [
    "no URL",
    () => new URL("zq://zq zq"),
    { type: "TypeError", message: "Invalid URL", code: "ERR_INVALID_URL" },
  ],
  [
    "a request to a server that is not there",
    async () => fetch(`http://127.0.0.1:${await closedPort()}/shared/zq?token=zq`),
    {
      message: "fetch failed",
      cause: { code: "ECONNREFUSED", syscall: "connect", address: "127.0.0.1", port: expect.any(Number) },
    },
  ],
  [
    "a header with other characters",
    () => fetch("http://127.0.0.1:1", { headers: { authorization: "Bearer zq\nzq" } }),
    { type: "TypeError" },
  ],
  ["a refused connection", refusedConnection, { message: "connect ECONNREFUSED …", code: "ECONNREFUSED" }],
  [
    "a missing file",
    () => readFile("/nowhere/file.json"),
    { message: "ENOENT: no such file or directory, open …", code: "ENOENT", path: "/nowhere/file.json" },
  ],
  ["a rejected email", rejectedMail, { code: "EENVELOPE", responseCode: 550, command: "RCPT TO" }],
  [
    "a body of another shape",
    () => {
      throw Object.assign(
        new Error(JSON.stringify(Compile(Type.Object({ a: Type.Number() })).Errors({ a: "zq" }))),
        { validation: [{ params: { zq: "zq" } }], body: { zq: "zq" } },
      );
    },
    { type: "Error", message: "…" },
  ],
  [
    "several errors",
    () => {
      throw new AggregateError([new Error("One: zq"), new TypeError("Two: zq")], "All failed: zq");
    },
    {
      type: "AggregateError",
      message: "All failed …",
      errors: [{ message: "One …" }, { type: "TypeError", message: "Two …" }],
    },
  ],
  [
    "causes of causes",
    () => {
      throw new Error("One: zq", {
        cause: new Error("Two: zq", { cause: new Error("Three: zq", { cause: "Four: zq" }) }),
      });
    },
    {
      cause: {
        message: "Two …",
        cause: { message: "Three …", cause: { type: "string", message: "Four …" } },
      },
    },
  ],
  ["a text", () => Promise.reject("Failed: zq"), { type: "string", message: "Failed …" }],
  [
    "an object",
    () => Promise.reject({ zq: "zq", message: "Failed: zq", code: "zq zq" }),
    { message: "Failed …" },
  ],
  ["nothing", () => Promise.reject(undefined), { type: "undefined", message: "" }],
])("describes %s, without user input", async (_what, task, expected) => {
  const error = await thrownBy(task);
  const { log, text, lines } = captureLog();
  log.error({ err: error }, "It failed.");
  expect(text() + errorText(error)).not.toMatch(CANARY);
  expect(lines()[0]?.err ?? describeError(error)).toMatchObject(expected);
  expect(describeError(describeError(error))).toEqual(describeError(error));
});

it("describes an error that is its own cause, and one that throws when it is read", () => {
  const circular = new Error("Own");
  circular.cause = circular;
  expect(describeError(circular)).toMatchObject({ message: "Own", cause: { message: "Own" } });
  const hostile = {
    get message() {
      throw new Error("zq");
    },
  };
  expect(describeError(hostile)).toEqual({ type: "Error", message: "An error that can't be read" });
});

it.each(CANARIES)("leaves no part of %j in a message, a stack, a property or a cause", (canary) => {
  const [firstLine] = canary.split("\n");
  const error = Object.assign(new Error(`Failed: ${canary}`), {
    code: canary,
    table: canary,
    constraint: canary,
    hostname: canary,
    path: canary,
    address: canary,
    errno: canary,
    params: [canary],
    detail: canary,
    hint: canary,
    where: canary,
    internalQuery: canary,
    [canary]: canary,
    stderr: `Failed: ${firstLine}\nParams: ${firstLine}`,
    cause: new Error(`Failed: ${canary}`),
    errors: [{ message: `Failed: ${canary}` }],
  });
  expect(inspect(error)).toMatch(CANARY);
  const { log, text } = captureLog();
  log.error({ err: error }, "It failed.");
  log.error(error);
  expect(text() + errorText(error)).not.toMatch(CANARY);
});

it("keeps the frames of the stack, but no line of the message that looks like one", () => {
  const error = new Error("Failed\n    at zq (/srv/zq.js:1:1)\n    at file:///zq.js:1:1");
  const { stack = "" } = describeError(error);
  expect(stack.split("\n").length).toBeGreaterThan(3);
  expect(stack).toContain("describeError.test.ts");
  expect(stack).not.toMatch(CANARY);
});

it("writes an error for a terminal in the same way", () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), {
    code: "ECONNREFUSED",
    syscall: "connect",
    port: 5432,
  });
  const error = Object.assign(new Error("The process exited (1). zq: zq", { cause }), {
    stderr: "Error: zq\nIt ended.",
  });
  error.stack = "Error: zq\n    at read (/srv/main.js:1:2)";
  cause.stack = "";
  expect(errorText(error)).toBe(
    [
      "Error: The process exited (1). zq …",
      "    at read (/srv/main.js:1:2)",
      "It wrote:",
      "Error …",
      "It ended.",
      "Caused by Error: connect ECONNREFUSED … (code ECONNREFUSED, syscall connect, port 5432)",
    ].join("\n"),
  );
});
