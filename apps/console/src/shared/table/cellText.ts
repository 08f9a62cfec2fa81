/** Parts of a cell that are not its value. */
const SKIPPED = "[aria-hidden=true],[role=tooltip],svg";

/** The visible text of an element, with spaces between elements, and with the selected option of a select. */
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
