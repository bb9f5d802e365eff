/**
 * The text of marked-up documents, HTML and the XML of Office, read piece by piece: nothing of a document runs, and
 * nothing is fetched that it names. How deep elements lie and how long the text may become is bounded.
 */
import { Parser } from 'htmlparser2';

/** Characters of a text that is shown. */
export const MOST_CHARACTERS = 200_000;
/** Elements in one another; a parser looks through those that are open. */
const DEEPEST = 500;

/** What the elements of a kind of document mean. */
export interface Shape {
  readonly xml: boolean;
  /** Nothing in these is text. */
  readonly skipped: ReadonlySet<string>;
  /** Text is in these alone; everywhere where it is absent, and then any white space is one space. */
  readonly text?: ReadonlySet<string>;
  /** A line ends with these. */
  readonly lines: ReadonlySet<string>;
  /** A cell ends with these. */
  readonly cells: ReadonlySet<string>;
}

/** Enough has been read. */
class Enough extends Error {}

/** A text that grows until it is long enough. */
export class Written {
  readonly #parts: string[] = [];
  #length = 0;
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

  /** @throws Enough */
  add(text: string): void {
    const room = MOST_CHARACTERS - this.#length;
    this.#parts.push(text.slice(0, room));
    this.#length += Math.min(text.length, room);
    if (text.length <= room) return;
    this.#truncated = true;
    throw new Enough();
  }
}

/** What a spreadsheet's cell holds, where that is the number of a text that stands elsewhere. */
export type SharedText = (index: number) => string | undefined;

/** Whether a cell names a shared text, and what has been read of it. */
interface Cell {
  readonly depth: number;
  shared: boolean;
  value: string;
}

/** Takes the pieces of one document in turn. */
export class MarkedUp {
  readonly #parser: Parser;
  #depth = 0;
  /** Depth of the outermost element that is skipped, and of the one whose text counts. */
  #skippedFrom = 0;
  #textFrom = 0;
  #cell: Cell | null = null;

  constructor(
    readonly shape: Shape,
    readonly written: Pick<Written, 'add'>,
    readonly sharedText?: SharedText,
  ) {
    this.#parser = new Parser(
      {
        // Not `onopentag`, which collects all attributes: a document may be one tag of millions of them.
        onopentagname: (name) => this.#open(name),
        onattribute: (name, value) => this.#attribute(name, value),
        ontext: (text) => this.#text(text),
        onclosetag: (name) => this.#close(name),
      },
      { xmlMode: shape.xml, decodeEntities: true },
    );
  }

  /** @returns whether there is use for more */
  take(piece: string): boolean {
    return this.#until(() => this.#parser.write(piece));
  }

  end(): void {
    this.#until(() => this.#parser.end());
  }

  #until(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      if (error instanceof Enough) return false;
      throw error;
    }
  }

  #open(name: string): void {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Error('The elements of the document lie too deep.');
    const { skipped, text } = this.shape;
    if (!this.#skippedFrom && skipped.has(name)) this.#skippedFrom = this.#depth;
    if (!this.#textFrom && text?.has(name)) this.#textFrom = this.#depth;
    if (this.sharedText && name === 'c') this.#cell = { depth: this.#depth, shared: false, value: '' };
  }

  /** Of all attributes one means something: a cell says in it that its text stands elsewhere. */
  #attribute(name: string, value: string): void {
    if (this.#cell?.depth === this.#depth && name === 't' && value === 's') this.#cell.shared = true;
  }

  #text(text: string): void {
    if (this.#skippedFrom) return;
    if (!this.shape.text) this.written.add(text.replaceAll(/\s+/g, ' '));
    else if (this.#textFrom && this.#cell) this.#cell.value += text;
    else if (this.#textFrom) this.written.add(text);
  }

  #close(name: string): void {
    const { lines, cells } = this.shape;
    if (this.#cell && name === 'c') {
      const { shared, value } = this.#cell;
      this.#cell = null;
      this.written.add(shared ? (this.sharedText?.(Number(value)) ?? '') : value);
    }
    if (!this.#skippedFrom && lines.has(name)) this.written.add('\n');
    if (!this.#skippedFrom && cells.has(name)) this.written.add('\t');
    if (this.#skippedFrom === this.#depth) this.#skippedFrom = 0;
    if (this.#textFrom === this.#depth) this.#textFrom = 0;
    this.#depth -= 1;
  }
}
