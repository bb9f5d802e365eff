/** Roles of the organisation: named sets of scopes of the users who sign in (rules 8.4). */
import { z } from 'zod';
import { ROLE_ID } from '../../shared/roles.ts';
import { answer, changeOf, done, field, items, listOf, type Routes } from './route.ts';

const scopes = listOf(z.string().max(60), 100);
const id = z
  .string()
  .max(40)
  .regex(ROLE_ID, 'must begin with a letter and have lower-case letters, digits, _ and - only');

export const roleRoutes = {
  'GET /roles': {
    answer: items(
      answer({
        id: z.string(),
        name: z.string(),
        scopes: z.array(z.string()),
        own_customers: z.boolean(),
        fixed: z.boolean(),
        users: z.number(),
      }),
    ),
    about:
      '`users` counts those who have the role. The role `admin` is `fixed`: it has every scope and cannot be changed. With `own_customers` its users see only the customers that they advise, and never have `v3:users:write`, `v3:system:write` and the scopes of webhooks.',
  },
  'POST /roles': {
    body: z.strictObject({ id, name: field.name, scopes, own_customers: z.boolean().optional() }),
    status: 201,
    answer: answer({ id: z.string() }),
    about: '`id` is the value of `users.rolle`. Issue `duplicate_name` at `id` or `name` for one that exists.',
  },
  'PATCH /roles/:name': {
    body: changeOf(
      z.strictObject({ name: field.name.optional(), scopes: scopes.optional(), own_customers: z.boolean().optional() }),
    ),
    answer: done,
    about: 'Users of the role have the new scopes with their next call. 409 `role_fixed` for `admin`.',
  },
  'DELETE /roles/:name': { answer: done, about: '409 `role_in_use` with `users` while users have it, `role_fixed`.' },
} satisfies Routes;
