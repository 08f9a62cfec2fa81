/**
 * The URL of a screen. @param consoleUrl origin of the console. @param path path of the screen, with its query, such as
 * `/leads?status=new`.
 */
export function consoleLink(consoleUrl: string, path: string): string {
  return `${consoleUrl}/console${path === "/" ? "" : path}`;
}
