/** Services whose feed is broken, to see the comparison fail; made as those of the crash test. */
import type { Planted } from '../crash/planted.ts';

export const PLANTED: Readonly<Record<string, Planted>> = {
  late: {
    about: 'passes over changes that commit behind later ones',
    expects: [],
    kills: 0,
    only: [],
    replacements: [
      {
        file: 'operations/changes/number-changes.js',
        from: `where c.org_id = \${orgId} and c.number = 0 and c.id = b.id and c.id <= (`,
        to: `where c.org_id = \${orgId} and c.number = 0 and c.id = b.id
    and c.id > coalesce((select max(e.id) from change e where e.org_id = \${orgId} and e.number > 0), 0) and c.id <= (`,
      },
    ],
  },
  untold: {
    about: 'does not tell of what goes with a deleted record',
    expects: [],
    kills: 0,
    only: [],
    replacements: [
      {
        file: 'operations/remove.js',
        from: 'const further = [...below, ...ends, ...told];',
        to: 'const further = [...below, ...ends];',
      },
    ],
  },
};
