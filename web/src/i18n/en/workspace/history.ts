import type { Texts } from '../../texts.ts';

export const history: Texts['history'] = {
  title: 'History',
  none: 'No changes yet.',
  sentence: '{{who}} {{what}}',
  mergedFrom: '{{sentence}} (from no. {{number}})',
  automatic: 'The system',
  unknown: 'A former user',
  token: 'Token {{name}}',
  record: 'this record',
  part: '“{{name}}”',
  things: {
    comments: 'a comment',
    followers: 'a follower',
    tags: 'a tag',
    links: 'a link',
    folders: 'a folder',
    relations: 'a relation',
  },
  did: {
    insert: 'created {{what}}',
    add: 'added {{what}}',
    update: 'changed {{what}}',
    delete: 'deleted {{what}}',
    restore: 'restored {{what}}',
    merge: 'merged another customer into this one',
    move: 'moved {{what}}',
    assign: 'assigned {{what}}',
  },
  changed: 'changed',
  empty: 'empty',
  to: 'to',
};
