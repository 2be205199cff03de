/** Returns seconds as minutes and seconds, from an hour on with hours: `3:05`, `2:00:00`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  const end = twoDigits(whole % 60);
  if (minutes < 60) return `${minutes}:${end}`;
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${end}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
