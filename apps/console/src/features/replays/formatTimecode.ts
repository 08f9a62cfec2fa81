/** Milliseconds as a player shows them: "1:05", "1:02:05". */
export function formatTimecode(time: number): string {
  const seconds = Math.floor(Math.max(0, time) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
