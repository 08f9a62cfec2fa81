import { targetProblem } from "./redirectRules.ts";

/** Whether a text of the site is a link, which is checked as one and not translated. */
export function isLink(text: string): boolean {
  return /^(?:\/|#|https?:|mailto:|tel:)\S*$/.test(text);
}

/**
 * Why texts of the site cannot link `href`, and how to fix it; null if it can. Paths and addresses are checked like the targets of redirects.
 */
export function linkProblem(href: string): string | null {
  if (/^(?:#|mailto:|tel:)\S+$/.test(href)) return null;
  if (/^(?:\/(?![/\\])|https?:)/.test(href))
    return targetProblem(href, { isPrefix: false, isExternal: true, isGone: false });
  return "This must be a link, such as /pricing or https://example.com/page.";
}
