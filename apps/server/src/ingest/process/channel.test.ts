import { connect as connectTo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { ChannelClosedError, type ChannelHandlers, openChannel } from "./channel.ts";

/** Two connected sockets. */
async function connect(): Promise<[Socket, Socket]> {
  const path = join(temporaryDir(), "socket");
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const socket = connectTo(path);
  onTestFinished(() => void socket.destroy());
  return [socket, await accepted];
}

const NONE: ChannelHandlers = { onCall: () => Promise.reject(new Error("Nobody calls.")) };

it("answers each of many calls, in any order, with bytes of any size unchanged", async () => {
  const [here, there] = await connect();
  openChannel(there, {
    async onCall(head, bytes) {
      const { wait, name } = head as { wait: number; name: string };
      await new Promise((resolve) => setTimeout(resolve, wait));
      return { head: { name }, bytes: Buffer.from(bytes).reverse() };
    },
  });
  const channel = openChannel(here, NONE);
  const calls = Array.from({ length: 200 }, async (_, index) => {
    const bytes = Buffer.alloc(index === 7 ? 5_000_000 : index, index);
    bytes.write("ü🌱");
    const answer = await channel.call<{ name: string }>({
      head: { name: `ü ${index}`, wait: (index * 7) % 20 },
      bytes,
    });
    expect(answer.head.name).toBe(`ü ${index}`);
    expect(answer.bytes.equals(Buffer.from(bytes).reverse())).toBe(true);
  });
  await Promise.all(calls);
});

it("parses frames that arrive byte by byte", async () => {
  const [here, there] = await connect();
  const written: Buffer[] = [];
  there.on("data", (chunk: Buffer) => written.push(chunk));
  const channel = openChannel(here, NONE);
  channel.tell({ log: "one" });
  channel.tell({ log: "two" });
  await expect.poll(() => Buffer.concat(written).includes("two")).toBe(true);
  const [sender, receiver] = await connect();
  const told: unknown[] = [];
  openChannel(receiver, { ...NONE, onTold: (head) => void told.push(head) });
  sender.setNoDelay(true);
  for (const byte of Buffer.concat(written)) {
    sender.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => told).toEqual([{ log: "one" }, { log: "two" }]);
});

it("rejects a call with the other process's error", async () => {
  const [here, there] = await connect();
  openChannel(there, { onCall: () => Promise.reject(new TypeError("No such message.")) });
  const error = await openChannel(here, NONE)
    .call({ head: {} })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "TypeError", message: "No such message." });
});

it("rejects open and later calls once the other process has ended", async () => {
  const [here, there] = await connect();
  let calls = 0;
  openChannel(there, {
    onCall() {
      calls += 1;
      return new Promise(() => undefined);
    },
  });
  const onClosed = vi.fn();
  const channel = openChannel(here, { ...NONE, onClosed });
  const open = expect(channel.call({ head: {} })).rejects.toThrow(ChannelClosedError);
  await expect.poll(() => calls).toBe(1);
  there.destroy();
  await open;
  expect(onClosed).toHaveBeenCalledOnce();
  await expect(channel.call({ head: {} })).rejects.toThrow(ChannelClosedError);
});
