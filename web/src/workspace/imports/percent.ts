/** A share from 0 to 1: `80 %`. */
export const percent = (share: number, language: string): string =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 });
