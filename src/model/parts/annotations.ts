/** Comments, followers and tag assignments belong to any record, which the path identifies (rules 5.10). */
import { int, longText, reference, rowId, stamps, text } from '../declaration/field.ts';
import { NUMBER } from '../declaration/path-keys.ts';
import type { Fields } from '../declaration/resource.ts';
import { defineAnnotation } from '../declaration/resource.ts';
import { shownWith, unique } from '../declaration/rules.ts';

const owner: Fields = {
  owner_section: text('Datensatzart', { server: true, always: true, section: true, max: 40 }),
  owner_id: int('Datensatz', { server: true, always: true }),
};
const created = { insert_datum: stamps().insert_datum };

export const comments = defineAnnotation({
  path: 'comments',
  table: 'comment',
  title: 'Comment',
  about: 'A remark on a record; without autor_kid the token is its author.',
  responses: {
    author: 'autor_kid',
    extraMembers: {
      autor: {
        type: ['object', 'null'],
        description:
          'The user that `autor_kid` names, else the token (`token_id`) or the signed-in user (`kid`) that wrote it; null for a command of the operator.',
        required: ['name'],
        properties: { kid: NUMBER, token_id: NUMBER, name: { type: 'string' } },
      },
    },
  },
  fields: {
    id: rowId(),
    ...owner,
    text: longText('Text', { required: true }),
    autor_kid: reference('Autor', 'users', { active: true }),
    ...stamps(),
  },
});

export const followers = defineAnnotation({
  path: 'followers',
  table: 'follower',
  title: 'Follower',
  about: 'A user who follows a record.',
  nesting: { verbsBelow: ['list', 'create', 'remove'] },
  fields: {
    id: rowId(),
    ...owner,
    kid_user: reference('Benutzer', 'users', { active: true, defaultsTo: 'caller' }),
    ...created,
  },
  rules: [unique('follower_once', 'owner_section, owner_id, kid_user', 'already_following')],
});

export const tagAssignments = defineAnnotation({
  path: 'tags',
  table: 'tag_assignment',
  title: 'Tag assignment',
  about: 'A tag of the catalogue on a record.',
  nesting: { verbsBelow: ['list', 'create', 'remove'] },
  events: { name: 'tag-assignments' },
  fields: {
    id: rowId(),
    ...owner,
    tag_id: reference('Tag', 'system/tags', { required: true, filter: true }),
    ...created,
  },
  rules: [
    unique('tag_assignment_once', 'owner_section, owner_id, tag_id', 'tag_already_assigned'),
    shownWith('tag_id', { table: 'tag', owner: 'kid', unless: 'freigabe' }),
  ],
});

/** Annotations that narrow the lists of all annotated records. */
export const annotationFilters = { tags: tagAssignments };
