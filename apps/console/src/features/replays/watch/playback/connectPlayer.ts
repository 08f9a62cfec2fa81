import { type PlayerCommand, type PlayerReport, parseReport } from "../../../../player/protocol.ts";

export interface PlayerConnection {
  /** What is sent before the player is ready waits for it. */
  send(command: PlayerCommand): void;
  stop(): void;
}

/** Listens to messages of the player frame only and ignores anything outside the protocol. */
export function connectPlayer(
  frame: HTMLIFrameElement,
  onReport: (report: PlayerReport) => void,
): PlayerConnection {
  const waiting: PlayerCommand[] = [];
  let isReady = false;
  const post = (command: PlayerCommand) => {
    const moved = command.type === "segment" ? [command.json] : [];
    frame.contentWindow?.postMessage(command, { targetOrigin: location.origin, transfer: moved });
  };
  const listen = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== location.origin) return;
    const report = parseReport(data);
    if (report?.type === "ready") {
      isReady = true;
      for (const command of waiting.splice(0)) post(command);
    } else if (report) onReport(report);
  };
  addEventListener("message", listen);
  // The frame reports that it is ready after loading, which may have been before anyone listened.
  post({ type: "hello" });
  return {
    send: (command) => (isReady ? post(command) : void waiting.push(command)),
    stop: () => removeEventListener("message", listen),
  };
}
