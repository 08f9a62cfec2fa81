import type { RumEvent } from "@datadog/browser-rum-slim";

/**
 * Takes the name off an action unless an attribute gives it. Datadog's client names clicks by texts of the page, which it reads from blocked
 * elements, too, and from those that show again what somebody has typed: it knows neither. What was clicked is told by the selector.
 */
export function hideActionName(event: RumEvent): void {
  if (event.type !== "action" || !event.action.target) return;
  if (event._dd.action?.name_source !== "custom_attribute") event.action.target.name = "";
}
