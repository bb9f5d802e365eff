/** Services whose feed is broken, to see the comparison fail; made as those of the crash test. */
import type { Damage } from '../crash/planted.ts';

export const PLANTED: Readonly<Record<string, Damage>> = {
  untold: {
    about: 'does not tell of what goes with a deleted record',
    replacements: [
      {
        file: 'operations/remove.js',
        from: '...ends, ...told, ...removeFromSearch',
        to: '...ends, ...removeFromSearch',
      },
    ],
  },
};
