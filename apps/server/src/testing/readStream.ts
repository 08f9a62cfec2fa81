import { type ClientRequest, type IncomingMessage, request } from "node:http";

/** An open stream of server-sent events, read as text. */
export interface ReadStream {
  text(): string;
  status: number | undefined;
  headers: IncomingMessage["headers"];
  /** Resolves when the stream has closed. */
  ended: Promise<void>;
  /** Starts to read an idle stream, without keeping its text. */
  resume(): void;
  close(): void;
}

/** Opens a stream and reads it; with `isIdle` it stays unread. */
export function readStream(
  url: string,
  { headers = {}, isIdle = false }: { headers?: Record<string, string>; isIdle?: boolean } = {},
): Promise<ReadStream> {
  return new Promise((resolve, reject) => {
    const streaming: ClientRequest = request(url, { headers, agent: false }, (answer) => {
      let text = "";
      if (!isIdle) answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      const ended = new Promise<void>((settle) => answer.on("close", settle));
      answer.on("error", () => undefined);
      resolve({
        text: () => text,
        status: answer.statusCode,
        headers: answer.headers,
        ended,
        resume: () => void answer.resume(),
        close: () => void streaming.destroy(),
      });
    });
    streaming.on("error", reject).end();
  });
}
