/** Milliseconds. A page that is ready sooner needs no sign; people notice a missing one after 100. */
const SIGN_DELAY = 80;

/**
 * Shows that a followed link is loading: the loader stays at the top of the page (`styles.css`).
 * @returns a function that ends it.
 */
export function showWaiting(): () => void {
  const { dataset } = document.documentElement;
  const timer = setTimeout(() => {
    dataset.waiting = "";
  }, SIGN_DELAY);
  return () => {
    clearTimeout(timer);
    delete dataset.waiting;
  };
}
