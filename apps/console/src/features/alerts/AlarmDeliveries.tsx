import type { AlarmDelivery } from "@marquee/contract/schema";
import clsx from "clsx";
import { deliveryText } from "./alertTexts.ts";

/** What happened to an alarm's notifications. Failed ones are highlighted. */
export function AlarmDeliveries({ deliveries }: { deliveries: readonly AlarmDelivery[] }) {
  return deliveries.map((delivery) => (
    <p
      key={`${delivery.event} ${delivery.channel}`}
      className={clsx("wrap-anywhere text-xs", delivery.state === "failed" ? "text-clay" : "text-ink-muted")}
    >
      {deliveryText(delivery)}
    </p>
  ));
}
