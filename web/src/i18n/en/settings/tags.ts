import type { Texts } from '../../texts.ts';

export const tags: Texts['tags'] = {
  title: 'Tags',
  description: 'Keywords for all records. A private tag is visible to its creator only.',
  add: 'Create a tag',
  edit: 'Edit the tag',
  name: 'Tag',
  team: 'For the whole team',
  teamHint: 'Otherwise only you see this tag.',
  column: { tag: 'Tag', visible: 'Visible to', owner: 'Created by', date: 'Created on', uses: 'Assignments' },
  everyone: 'Team',
  private: 'Private',
  removeTitle: 'Delete the tag “{{tag}}”?',
  removeText: 'Existing assignments ({{count}}) stay; new ones are no longer possible.',
  taken: 'This tag exists already. Save again if you want a second one of this name.',
  empty: 'There are no tags yet. Create one, and customers, contracts and everything else can carry it.',
};
