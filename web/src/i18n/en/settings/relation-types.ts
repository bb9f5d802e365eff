import type { Texts } from '../../texts.ts';

export const relationTypes: Texts['relation-types'] = {
  title: 'Relation types',
  description:
    'What a customer can be to another one, and the reverse. Types that come with the service are fixed; your own are added in pairs.',
  search: 'Search relation types',
  column: { id: 'Number', name: 'Name', anrede: 'Salutation', reverse: 'Reverse', relations: 'Relations' },
  noHit: 'No relation type matches this search.',
  own: 'Own',
  add: 'Create a relation type',
  group: 'Group',
  name: 'Name',
  nameHint: 'What the other customer is, for example “next tenant”.',
  symmetric: 'The same in both directions',
  symmetricHint: 'For example “club mate”: each of the two is one to the other.',
  reverse: 'Reverse',
  reverseHint: 'What the customer then is to the other one, for example “former tenant”.',
  rename: 'Rename',
  renameTitle: 'Rename “{{name}}”',
  remove: 'Remove',
  removeTitle: 'Remove “{{name}}”?',
  removeAlone: 'After that, the relation type can no longer be chosen.',
  removePair: 'Its reverse “{{reverse}}” is removed with it. After that, neither can be chosen.',
};
