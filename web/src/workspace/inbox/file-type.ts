/** The type of a file, by the ending of its name. */
const ENDINGS = {
  pdf: ['pdf'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'tif', 'tiff', 'bmp', 'heic', 'svg'],
  text: ['txt', 'csv', 'md', 'rtf', 'json', 'xml'],
  mail: ['eml', 'msg'],
  page: ['html', 'htm', 'xhtml'],
  word: ['docx', 'odt', 'doc'],
  sheet: ['xlsx', 'ods', 'xls'],
  slides: ['pptx', 'odp', 'ppt'],
} as const;

type FileType = keyof typeof ENDINGS | 'other';

/** The ending as it is compared. */
export const endingOf = (extension: string | null): string => (extension ?? '').toLowerCase();

export const typeOf = (extension: string | null): FileType => {
  const ending = endingOf(extension);
  const found = Object.entries(ENDINGS).find(([, endings]) => (endings as readonly string[]).includes(ending));
  return (found?.[0] as FileType | undefined) ?? 'other';
};
