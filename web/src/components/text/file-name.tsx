import { Fragment } from 'react';

/** So many characters of its end stay on one line: a line with fewer looks like a name of its own. */
const KEPT = 8;

/** A file's name; a long one breaks after separators, and never within its extension. */
export const FileName = ({ name }: { name: string }) => (
  <>
    {name
      .slice(0, -KEPT)
      .split(/(?<=[_.-])/)
      .map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words keep their places
        <Fragment key={at}>
          {at ? <wbr /> : null}
          {word}
        </Fragment>
      ))}
    <span style={{ whiteSpace: 'nowrap' }}>{name.slice(-KEPT)}</span>
  </>
);
