/** Parts of a cell that are not its value. */
const SKIPPED = "[aria-hidden=true],[role=tooltip],svg";

/** What a person reads in an element: its text with elements apart from each other, and the chosen option of a menu. */
export function cellText(element: Element): string {
  return read(element).replace(/\s+/g, " ").trim();
}

function read(node: Node): string {
  if (node instanceof HTMLSelectElement) return ` ${node.selectedOptions[0]?.text ?? ""} `;
  if (node instanceof Element) {
    return node.matches(SKIPPED) ? " " : ` ${[...node.childNodes].map(read).join("")} `;
  }
  return node.textContent ?? "";
}
