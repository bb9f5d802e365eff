/** Normal form of headers, labels and list entries for comparison. */

/**
 * Letters and digits without case, diacritics and German spelling variants: `Straße`, `STRASSE` and `Strasse` are the
 * same, as are `Prämie` and `Praemie`.
 */
export const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<=[aou])e/g, '');
