/** The JSON body of a `multipart/form-data` request (docs/decisions/0007); its file is spooled. */
import { type Issue, invalid } from '../../errors/api-error.ts';
import type { SpooledContent } from '../../files/spool.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Resource } from '../../model/declaration/resource.ts';

/** A part of the form: a text, or a file with the name it bears at the sender. */
export type FormPart = { readonly name: string; readonly text: string } | FilePart;

/** A file of a form. */
export interface FilePart {
  readonly name: string;
  readonly file: SpooledContent;
  readonly fileName: string;
}

const repeated = (parts: readonly FormPart[]): Issue[] =>
  parts
    .filter(({ name }, i) => parts.findIndex((other) => other.name === name) < i)
    .map(({ name }) => ({ path: [name], code: 'duplicate_key', message: `${name} is in the form more than once.` }));

/** The form, and the files that it holds until it is discarded. */
export class FormBody {
  constructor(readonly parts: readonly FormPart[]) {}

  /**
   * The form as the JSON body of a record kind: texts as its fields read them, files as content. Where no part is the
   * `name`, the file's own name is.
   * @throws 400 `validation_failed` with `duplicate_key`
   */
  asObject({ fields }: Resource): Values {
    this.refuseRepeated();
    const fileName = this.parts.flatMap((part) => ('file' in part && part.fileName ? [['name', part.fileName]] : []));
    const given = this.parts.map((part) => {
      if ('file' in part) return [part.name, part.file];
      const field = Object.hasOwn(fields, part.name) ? fields[part.name] : undefined;
      return [part.name, field ? field.kind.fromQuery(part.text) : part.text];
    });
    return Object.fromEntries([...fileName, ...given]) as Values;
  }

  /** The parts by name: texts, and files. @throws 400 `validation_failed` with `duplicate_key` */
  asMembers(): Values {
    this.refuseRepeated();
    return Object.fromEntries(this.parts.map((part) => [part.name, 'file' in part ? part : part.text]));
  }

  refuseRepeated(): void {
    const issues = repeated(this.parts);
    if (issues.length) throw invalid(issues);
  }

  /** The identity of a form for idempotency: independent of the order of parts and the boundary. */
  toJSON(): unknown {
    const summaries = this.parts.map((part) =>
      'file' in part ? [part.name, part.fileName, part.file.sha256, part.file.size] : [part.name, part.text],
    );
    return { form: summaries.map((one) => JSON.stringify(one)).sort() };
  }

  /** Removes the files that were not stored. */
  async discard(): Promise<void> {
    await Promise.all(this.parts.map((part) => 'file' in part && part.file.discard()));
  }
}
