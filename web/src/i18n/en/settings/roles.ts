import type { Texts } from '../../texts.ts';

export const roles: Texts['roles'] = {
  title: 'Roles',
  description: 'What users who sign in may read and change. Every user has one role.',
  add: 'Create role',
  edit: 'Edit the role “{{name}}”',
  name: 'Name',
  id: 'ID',
  idHint:
    'Stands for the role in imports and interfaces. By default it follows from the name; it cannot be changed later.',
  scopes: 'Scopes',
  ownCustomers: 'Own customers only',
  ownCustomersHint:
    'Sees only customers whose adviser is the user, with their contracts, claims, documents and activities. A deputy sees them during that time. This role never changes users, settings or webhooks.',
  users: 'Users',
  all: 'all',
  missing: 'Please enter a name.',
  taken: 'This role already exists.',
  removeTitle: 'Delete the role “{{name}}”?',
  removeText: 'A role that users have cannot be deleted.',
};
