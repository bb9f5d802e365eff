/** Comments, followers and tag assignments hang on any record; the path says which (rules 5.10). */
import { int, longText, refersTo, rowId, stamps, text } from './field.ts';
import { NUMBER } from './keys.ts';
import type { Fields } from './resource.ts';
import { defineAnnotation } from './resource.ts';
import { unique } from './rules.ts';

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
  answers: {
    author: 'autor_kid',
    besides: {
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
    autor_kid: refersTo('Autor', 'users', { active: true }),
    ...stamps(),
  },
});

export const followers = defineAnnotation({
  path: 'followers',
  table: 'follower',
  title: 'Follower',
  about: 'A user who follows a record.',
  place: { verbsBelow: ['list', 'create', 'remove'] },
  fields: {
    id: rowId(),
    ...owner,
    kid_user: refersTo('Benutzer', 'users', { active: true, defaultsTo: 'caller' }),
    ...created,
  },
  rules: [unique('follower_once', 'owner_section, owner_id, kid_user', 'already_following')],
});

export const tagAssignments = defineAnnotation({
  path: 'tags',
  table: 'tag_assignment',
  title: 'Tag assignment',
  about: 'A tag of the catalogue on a record.',
  place: { verbsBelow: ['list', 'create', 'remove'] },
  events: { name: 'tag-assignments' },
  fields: {
    id: rowId(),
    ...owner,
    tag_id: refersTo('Tag', 'system/tags', { required: true }),
    ...created,
  },
  rules: [unique('tag_assignment_once', 'owner_section, owner_id, tag_id', 'tag_already_assigned')],
  rows: { indexes: ['tag_assignment_tag_id (org_id, tag_id) where del = 0'] },
});
