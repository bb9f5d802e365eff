/** Times of `<input type="datetime-local">`, which knows no zone: the browser's is meant. */

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-03-01T09:30` as the browser's zone shows an ISO time; '' for none. */
export const toLocalInput = (iso: string | null): string => {
  if (!iso) return '';
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
};

/** The ISO time (UTC) of an input's value; null when it is empty or no time. */
export const fromLocalInput = (text: string): string | null => {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
};
