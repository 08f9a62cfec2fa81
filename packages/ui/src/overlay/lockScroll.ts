let locks = 0;

/** Keeps the page from scrolling until the returned function has been called; several locks may overlap. */
export function lockScroll(): () => void {
  const { classList, clientWidth } = document.documentElement;
  locks += 1;
  // A classic scrollbar takes room, which is kept, so that nothing behind the dialog moves.
  if (window.innerWidth > clientWidth) classList.add("[scrollbar-gutter:stable]");
  classList.add("overflow-hidden");
  return () => {
    locks -= 1;
    if (locks === 0) classList.remove("overflow-hidden", "[scrollbar-gutter:stable]");
  };
}
