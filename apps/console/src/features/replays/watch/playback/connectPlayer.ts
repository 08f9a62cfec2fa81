import { type PlayerCommand, type PlayerReport, parseReport } from "../../../../player/protocol.ts";

export interface PlayerConnection {
  /** Commands sent before the player is ready are queued. */
  send(command: PlayerCommand): void;
  stop(): void;
}

/** Connects to the player's iframe. Listens to messages of that iframe only and ignores anything outside the protocol. */
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
  // The iframe reports that it is ready once it has loaded, which may have been before this listener existed. Ask again.
  post({ type: "hello" });
  return {
    send: (command) => (isReady ? post(command) : void waiting.push(command)),
    stop: () => removeEventListener("message", listen),
  };
}
