/**
 * The text of an HTML document, read chunk by chunk: nothing of a document runs, and nothing is fetched that it names. How deep
 * elements nest and how long the text may become is bounded.
 */
import { Parser } from 'htmlparser2';

/** Characters of a text that is shown. */
export const MAX_CHARACTERS = 200_000;
/** Elements in one another; the parser searches those that are open. */
const MAX_DEPTH = 500;

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements without text. */
const SKIPPED = set('head script style noscript template svg math object iframe textarea select');
/** Elements behind which a line ends, and those behind which a cell ends. */
const LINES = set(
  'p div br li tr h1 h2 h3 h4 h5 h6 table section article header footer ul ol dl dt dd blockquote pre hr title',
);
const CELLS = set('td th');

/** The text is long enough. */
class Enough extends Error {}

/** Extracts the text of one document. */
export class HtmlText {
  readonly #parser = new Parser({
    // Not `onopentag`, which collects all attributes: a document may be one tag of millions of them.
    onopentagname: (name) => this.#open(name),
    ontext: (text) => {
      if (!this.#skippedFrom) this.#add(text.replaceAll(/\s+/g, ' '));
    },
    onclosetag: (name) => this.#close(name),
  });
  readonly #parts: string[] = [];
  #length = 0;
  #depth = 0;
  /** Depth of the outermost element that is skipped. */
  #skippedFrom = 0;
  #truncated = false;

  get truncated(): boolean {
    return this.#truncated;
  }

  get text(): string {
    return this.#parts
      .join('')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }

  /** Parses the next chunk. @returns whether more is needed @throws Error where elements nest too deep */
  write(chunk: string): boolean {
    return this.#parse(() => this.#parser.write(chunk));
  }

  end(): void {
    this.#parse(() => this.#parser.end());
  }

  #parse(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (error instanceof Enough) return false;
      throw error;
    }
  }

  /** @throws Enough */
  #add(text: string): void {
    const room = MAX_CHARACTERS - this.#length;
    this.#parts.push(text.slice(0, room));
    this.#length += Math.min(text.length, room);
    if (text.length <= room) return;
    this.#truncated = true;
    throw new Enough();
  }

  #open(name: string): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Error('The elements of the document nest too deep.');
    if (!this.#skippedFrom && SKIPPED.has(name)) this.#skippedFrom = this.#depth;
  }

  #close(name: string): void {
    if (!this.#skippedFrom && LINES.has(name)) this.#add('\n');
    if (!this.#skippedFrom && CELLS.has(name)) this.#add('\t');
    if (this.#skippedFrom === this.#depth) this.#skippedFrom = 0;
    this.#depth -= 1;
  }
}
