import type { ChannelTestResult } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { CHANNEL_NAMES } from "./alertTexts.ts";

/** Each channel's actual response to a test. */
export function TestResults({ results }: { results: readonly ChannelTestResult[] }) {
  return (
    <ul role="status" className="grid gap-2 border-hairline border-l-2 pl-4">
      {results.map(({ channel, isWorking, answer }) => (
        <li key={channel} className="flex flex-wrap items-baseline gap-x-2.5">
          <Badge tone={isWorking ? "leaf" : "clay"}>
            {CHANNEL_NAMES[channel]} {isWorking ? "works" : "does not work"}
          </Badge>
          <code className="wrap-anywhere min-w-0 text-xs">{answer}</code>
        </li>
      ))}
    </ul>
  );
}
