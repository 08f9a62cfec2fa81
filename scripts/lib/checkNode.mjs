/** Oldest supported Node. */
const OLDEST = [20, 19, 0];

/** Exits with a one-line error if this Node is too old. Uses only syntax and APIs that old versions have. */
export function checkNode() {
  const running = process.versions.node.split(".").map(Number);
  for (let i = 0; i < OLDEST.length; i += 1) {
    if (running[i] > OLDEST[i]) return;
    if (running[i] < OLDEST[i]) {
      console.error(
        `Node ${process.versions.node} is too old: install Node ${OLDEST.join(".")} or newer (nodejs.org).`,
      );
      process.exit(1);
    }
  }
}
