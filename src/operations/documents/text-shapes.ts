/** Where the text of a kind of document stands: elements of HTML, and parts and elements of Office files. */
import { table } from '../../table.ts';
import type { Shape } from './marked-up-text.ts';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

export const HTML: Shape = {
  xml: false,
  skipped: set('head script style noscript template svg math object iframe textarea select'),
  lines: set(
    'p div br li tr h1 h2 h3 h4 h5 h6 table section article header footer ul ol dl dt dd blockquote pre hr title',
  ),
  cells: set('td th'),
};

const WORD: Shape = {
  xml: true,
  skipped: set('w:pPr w:rPr'),
  text: set('w:t'),
  lines: set('w:p w:br w:cr'),
  cells: set('w:tab w:tc'),
};
const SLIDES: Shape = { xml: true, skipped: set(''), text: set('a:t'), lines: set('a:p a:br'), cells: set('a:tc') };
const SHEET: Shape = { xml: true, skipped: set('f'), text: set('v t'), lines: set('row'), cells: set('c') };
/** One text a line, in the order in which sheets number them. */
export const SHARED_TEXTS: Shape = { xml: true, skipped: set('rPh'), text: set('t'), lines: set('si'), cells: set('') };
const OPEN: Shape = {
  xml: true,
  skipped: set('office:scripts office:automatic-styles office:font-face-decls text:tracked-changes office:annotation'),
  lines: set('text:p text:h text:line-break table:table-row'),
  cells: set('text:tab table:table-cell'),
};

/** A kind of Office file. */
export interface OfficeKind {
  readonly shape: Shape;
  /** Names of the parts that have text; those with a number are read in its order. */
  readonly parts: RegExp;
  /** Part with the texts that sheets name by number. */
  readonly shared?: string;
}

const openDocument: OfficeKind = { shape: OPEN, parts: /^content\.xml$/ };

/** By the ending of a file's name. */
export const OFFICE: Readonly<Record<string, OfficeKind>> = table({
  docx: { shape: WORD, parts: /^word\/(?:document|footnotes|endnotes)\.xml$/ },
  xlsx: { shape: SHEET, parts: /^xl\/worksheets\/sheet\d{1,4}\.xml$/, shared: 'xl/sharedStrings.xml' },
  pptx: { shape: SLIDES, parts: /^ppt\/slides\/slide\d{1,4}\.xml$/ },
  odt: openDocument,
  ods: openDocument,
  odp: openDocument,
});
