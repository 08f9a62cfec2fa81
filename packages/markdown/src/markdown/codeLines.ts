const FENCE_PATTERN =
  /^([ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*)(`{3,}(?=[^`]*$)|~{3,}(?=[^~]*$))/;
const INDENTED_PATTERN = /^(?: {4}| {0,3}\t)/;
const ITEM_PATTERN = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const BLANK_PATTERN = /^[\s>]*$/;

/**
 * Creates a function that returns whether a line is code that does not start at the margin: indented by four spaces, or between fences in a list.
 * Call it with each line in order.
 */
export function createCodeDetector(): (line: string) => boolean {
  let fence = "";
  let indent = 0;
  let isInList = false;
  let isIndented = false;
  let isAfterBlank = true;

  const isFenced = (line: string): boolean => {
    const [, prefix = "", marker = ""] = FENCE_PATTERN.exec(line) ?? [];
    const isOutside = !BLANK_PATTERN.test(line) && line.search(/[^ \t>]/) < indent;
    if (fence && isOutside) fence = "";
    if (fence) {
      if (marker.startsWith(fence)) fence = "";
      return true;
    }
    fence = marker;
    indent = prefix.length;
    return fence !== "";
  };
  return (line) => {
    const isBlank = BLANK_PATTERN.test(line);
    if (ITEM_PATTERN.test(line) && !isIndented) isInList = true;
    else if (!isBlank && /^\S/.test(line)) isInList = false;
    const isCode = isFenced(line);
    isIndented = !isInList && !isCode && INDENTED_PATTERN.test(line) && (isAfterBlank || isIndented);
    isAfterBlank = isBlank;
    return isCode || isIndented;
  };
}
