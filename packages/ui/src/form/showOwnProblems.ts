/**
 * Stops the browser from repeating in a bubble the error that a field of ours shows below itself, and moves the focus to the first invalid field, as
 * the browser does for its own errors.
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
