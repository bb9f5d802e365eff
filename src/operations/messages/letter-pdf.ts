/** Letters as PDF: DIN 5008, form B, with fold marks and page numbers (docs/decisions/0052). */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import type { Font } from 'fontkit';
import { createYielder } from '../../concurrency/yield-event-loop.ts';
import type { Language } from '../../shared/disclosure.ts';
import { lookupTable } from '../../shared/lookup-table.ts';

/** The contents of a letter. */
export interface LetterContent {
  /** A record of advice is handed over: it has no address. */
  readonly kind: 'letter' | 'record';
  readonly language: Language;
  /** The organisation: in the head, and as the sender above the address. */
  readonly firm: string;
  /** Above the address: firm, and its address, else that of the adviser. */
  readonly sender: string;
  /** Address and ways to reach the firm, in lines at the right of its name. */
  readonly contact: readonly string[];
  /** Columns of the foot, from the left; without one it repeats the sender. */
  readonly footer: readonly string[];
  /** Lines, as in the window of an envelope. */
  readonly address: string;
  /** Labels with values, at the right of the address; empty values are left out. */
  readonly info: readonly (readonly [label: string, value: string])[];
  readonly subject: string;
  readonly text: string;
}

/** Points of millimetres. */
const mm = (length: number): number => (length * 72) / 25.4;
const [WIDTH, LEFT, RIGHT, TOP] = [210, 25, 20, 27];
/** Height of the foot: with a line, and with columns. */
const BOTTOM = { line: 30, columns: 42 };
const TEXT_WIDTH = mm(WIDTH - LEFT - RIGHT);
/** From the upper edge: of form B, and of a record of advice. */
const SUBJECT_AT = { letter: mm(98.46), record: mm(42) };
const ADDRESS = { y: mm(62.7), width: mm(80), height: mm(27.3) };
const CONTACT = { x: mm(125), y: mm(16), width: mm(65), height: mm(28) };
const COLUMNS = { gap: mm(5), height: mm(25) };
const INFO = { x: mm(125), y: mm(50), width: mm(65) };
const FOLDS = [105, 148.5, 210];
const [BLACK, GREY] = ['#000000', '#555555'];
const NO_LETTER = '\ufffd';
/** Longer words are parted: the library tries each letter of a word that is wider than its line. */
const LONG_WORD = /\S{90}/g;
const pageOf = lookupTable<Record<Language, (page: number, pages: number) => string>>({
  de: (page, pages) => `Seite ${page} von ${pages}`,
  en: (page, pages) => `Page ${page} of ${pages}`,
});

const load = async () => {
  const [{ default: Document }, { create }] = await Promise.all([import('pdfkit'), import('fontkit')]);
  const { resolve } = createRequire(import.meta.url);
  const read = (file: string) => readFile(resolve(`@expo-google-fonts/open-sans/${file}.ttf`));
  const regular = await read('400Regular/OpenSans_400Regular');
  const bold = await read('600SemiBold/OpenSans_600SemiBold');
  return { Document, regular, bold, letters: new Set((create(regular) as Font).characterSet) };
};

/** The library and the files of the fonts, which the first letter loads. */
let loaded: ReturnType<typeof load> | undefined;

type Library = Awaited<ReturnType<typeof load>>;
type Document = InstanceType<Library['Document']>;

/** A text that the font can write: a letter that it lacks is a sign of that. */
const writable = ({ letters }: Library, text: string): string =>
  [
    ...text
      .normalize('NFC')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('\t', '    ')
      .replaceAll(/[\u2010\u2011]/g, '-')
      .replaceAll('\u202f', '\u00a0')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(LONG_WORD, '$& '),
  ]
    .map((letter) => (letter === '\n' || letters.has(letter.codePointAt(0) ?? 0) ? letter : NO_LETTER))
    .join('');

/** The height of the foot of letters in one file. */
const bottomOf = (letters: readonly Pick<LetterContent, 'footer'>[]): number =>
  letters.some(({ footer }) => footer.length) ? BOTTOM.columns : BOTTOM.line;

class LetterWriter {
  constructor(
    readonly doc: Document,
    readonly library: Library,
  ) {}

  #font(size: number, { bold = false, colour = BLACK } = {}): Document {
    return this.doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour);
  }

  #line(text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions): void {
    this.doc.text(writable(this.library, text), x, y, { lineBreak: false, ...options });
  }

  /** One line, in the largest of some sizes that fits. */
  #fitted(text: string, [x, y, width]: readonly [number, number, number], sizes: readonly [number, ...number[]]): void {
    const written = writable(this.library, text);
    const fits = (size: number) => this.#font(size, { colour: GREY }).widthOfString(written) <= width;
    const size = sizes.find(fits) ?? sizes.at(-1) ?? sizes[0];
    this.#font(size, { colour: GREY });
    this.#line(text, x, y, { width, height: size + 1, lineBreak: true, ellipsis: true });
  }

  /** Sender and address in the window of an envelope: in a smaller type where it has many lines, or long ones. */
  #address({ sender, address }: LetterContent): void {
    this.#fitted(sender, [mm(LEFT), mm(58), ADDRESS.width], [7, 6.5, 6, 5.5]);
    const text = writable(this.library, address);
    const { width, height } = ADDRESS;
    const fits = (size: number) => this.#font(size).heightOfString(text, { width }) <= height;
    this.#font([10, 9, 8].find(fits) ?? 7).text(text, mm(LEFT), ADDRESS.y, { width, height, ellipsis: true });
  }

  #info({ info }: LetterContent): void {
    const { width } = INFO;
    let { y } = INFO;
    for (const [label, value] of info) {
      if (!value) continue;
      this.#font(7, { colour: GREY });
      this.#line(label, INFO.x, y, { width });
      this.#font(9).text(writable(this.library, value), INFO.x, y + 9, { width, height: 24, ellipsis: true });
      y = this.doc.y + 4;
    }
  }

  #folds(): void {
    for (const y of FOLDS) this.doc.moveTo(mm(5), mm(y)).lineTo(mm(y === FOLDS[1] ? 11 : 9), mm(y));
    this.doc.lineWidth(0.3).strokeColor(GREY).stroke();
  }

  /** Foot and number of a page that is written already. */
  #foot({ sender, info, language, kind, footer }: LetterContent, page: number, pages: number): void {
    // Text below the margin would begin a new page.
    this.doc.page.margins.bottom = 0;
    const y = mm(297 - bottomOf([{ footer }]) + 8);
    this.doc
      .moveTo(mm(LEFT), y)
      .lineTo(mm(WIDTH - RIGHT), y)
      .lineWidth(0.3)
      .strokeColor(GREY)
      .stroke();
    if (footer.length) {
      this.#columns(footer, y + 5);
      if (page > 1) this.#page(pageOf[language](page, pages), y - 12);
      return;
    }
    const about = [sender, ...(kind === 'letter' ? info.slice(1).map(([, value]) => value) : [])];
    const text = about.filter(Boolean).join(' · ');
    this.#fitted(text, [mm(LEFT), y + 5, TEXT_WIDTH - (page > 1 ? 60 : 0)], [7.5, 7, 6.5, 6]);
    if (page > 1) this.#page(pageOf[language](page, pages), y + 5);
  }

  #page(text: string, y: number): void {
    this.#font(7.5, { colour: GREY });
    this.#line(text, mm(LEFT), y, { width: TEXT_WIDTH, align: 'right', lineBreak: true });
  }

  /** Texts in columns, all in the largest type in which each fits. */
  #columns(footer: readonly string[], y: number): void {
    const texts = footer.map((text) => writable(this.library, text));
    const width = (TEXT_WIDTH - COLUMNS.gap * (texts.length - 1)) / texts.length;
    const { height } = COLUMNS;
    const fits = (size: number) => {
      const font = this.#font(size);
      return texts.every((text) => font.heightOfString(text, { width }) <= height);
    };
    this.#font([7.5, 7, 6.5, 6].find(fits) ?? 5.5, { colour: GREY });
    for (const [at, text] of texts.entries())
      this.doc.text(text, mm(LEFT) + at * (width + COLUMNS.gap), y, { width, height, ellipsis: true });
  }

  /** Name of the firm, and how to reach it. */
  #head({ firm, contact }: LetterContent): void {
    this.#font(13, { bold: true });
    const width = contact.length ? CONTACT.x - mm(LEFT + 5) : TEXT_WIDTH;
    this.#line(firm, mm(LEFT), contact.length ? CONTACT.y : mm(20), {
      ...{ width, height: contact.length ? 48 : 16, lineBreak: true, ellipsis: true },
    });
    const { x, y, width: most, height } = CONTACT;
    const text = writable(this.library, contact.join('\n'));
    this.#font(8.5, { colour: GREY }).text(text, x, y, { width: most, height, ellipsis: true });
  }

  write(letter: LetterContent): void {
    const { doc } = this;
    const first = doc.bufferedPageRange().count;
    doc.addPage();
    this.#head(letter);
    if (letter.kind === 'letter') {
      this.#address(letter);
      this.#info(letter);
      this.#folds();
    }
    this.#font(letter.kind === 'letter' ? 11 : 14, { bold: true });
    doc.text(writable(this.library, letter.subject), mm(LEFT), SUBJECT_AT[letter.kind], { width: TEXT_WIDTH });
    this.#font(10.5);
    doc.moveDown(letter.subject ? 2 : 0);
    doc.text(writable(this.library, letter.text), { width: TEXT_WIDTH, lineGap: 2 });
    const { count } = doc.bufferedPageRange();
    for (let at = first; at < count; at += 1) {
      doc.switchToPage(at);
      this.#foot(letter, at - first + 1, count - first);
    }
  }
}

/**
 * Letters in one PDF, each on pages of its own. The same letters are the same bytes.
 * @param at the time of their creation, in milliseconds since 1970
 */
export const lettersPdf = async (letters: readonly LetterContent[], at: number): Promise<Readable> => {
  const library = await (loaded ??= load());
  const [letter] = letters;
  const doc = new library.Document({
    ...{ size: 'A4', font: null as never, autoFirstPage: false, bufferPages: true, lang: letter?.language ?? 'de' },
    margins: { top: mm(TOP), left: mm(LEFT), right: mm(RIGHT), bottom: mm(bottomOf(letters)) },
    info: { Title: letter?.subject ?? '', Author: letter?.firm ?? '', CreationDate: new Date(at) },
  });
  doc.registerFont('regular', library.regular).registerFont('bold', library.bold);
  const writer = new LetterWriter(doc, library);
  const write = async (): Promise<void> => {
    const pause = createYielder();
    for (const one of letters) {
      writer.write(one);
      await pause();
    }
    doc.end();
  };
  void write().catch((error: Error) => doc.destroy(error));
  return doc;
};
