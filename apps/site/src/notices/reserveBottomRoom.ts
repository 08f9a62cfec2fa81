/** Read by what else stands at the bottom edge (the consent dialog). */
const VARIABLE = "--bottom-room";

/**
 * Keeps as much room at the end of the page as `notice`, which is fixed to the bottom edge, covers. Room at the end moves
 * nothing that is seen. @returns the cleanup.
 */
export function reserveBottomRoom(notice: HTMLElement): () => void {
  const root = document.documentElement;
  const reserve = () => {
    const height = `${notice.offsetHeight}px`;
    root.style.setProperty(VARIABLE, height);
    root.style.scrollPaddingBottom = height;
    document.body.style.paddingBottom = height;
  };
  const observer = new ResizeObserver(reserve);
  observer.observe(notice);
  return () => {
    observer.disconnect();
    root.style.removeProperty(VARIABLE);
    root.style.scrollPaddingBottom = "";
    document.body.style.paddingBottom = "";
  };
}
