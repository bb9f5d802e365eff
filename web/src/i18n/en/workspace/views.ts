import type { Texts } from '../../texts.ts';

export const views: Texts['views'] = {
  view: 'View: {{name}}',
  all: 'All: {{title}}',
  shared: '{{name}} (shared)',
  changed: 'changed',
  save: 'Save',
  saveAs: 'Save as new view',
  name: 'View name',
  share: 'Share with the team',
  unshare: 'Stop sharing',
  star: 'Add star',
  unstar: 'Remove star',
  remove: 'Delete view',
  saved: 'View “{{name}}” saved.',
  deleted: 'View “{{name}}” deleted.',
  undo: 'Undo',
};
