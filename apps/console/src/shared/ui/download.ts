/** Hands a file to the browser to be saved under a name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
