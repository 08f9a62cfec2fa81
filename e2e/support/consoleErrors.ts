import type { Page } from "@playwright/test";

/** Collects what the page reports as wrong: exceptions, console errors and warnings, violations of its policy. */
export function collectConsoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  return errors;
}
