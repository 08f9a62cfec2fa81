/**
 * Prevents the browser's bubble for errors that our fields show themselves, and moves the focus to the first invalid field, like the browser for its
 * own errors.
 */
export function showOwnProblems(): void {
  // Invalid events do not bubble.
  document.addEventListener("invalid", onInvalid, { capture: true });
}

function onInvalid(event: Event): void {
  const { target: field } = event;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!isField || !field.validity.customError) return;
  event.preventDefault();
  const fields = [...(field.form?.elements ?? [])] as HTMLInputElement[];
  if (fields.find(({ validity }) => validity?.valid === false) === field) field.focus();
}
