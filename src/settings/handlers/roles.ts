/** Roles of the organisation. */
import { checkScopes } from '../../access/tokens/scopes.ts';
import { deleteRole, listRoles, setRole } from '../../operations/org-settings/roles.ts';
import { authorOf } from '../request/perform.ts';
import { DONE, type Handlers } from '../request/settings-call.ts';

export const roles = {
  'GET /roles': async ({ db, session }) => ({
    items: (await listRoles(db, session.orgId)).map((role) => ({
      ...role,
      own_customers: role.own_customers ?? false,
    })),
  }),
  'POST /roles': async (here) => {
    const { id, name, scopes, own_customers } = here.body;
    const role = { id, name, scopes: checkScopes(scopes), own_customers };
    await setRole(here.db, here.session.orgId, role, { by: authorOf(here), create: true });
    return { id };
  },
  'PATCH /roles/:name': async (here) => {
    const { name, scopes, own_customers } = here.body;
    const change = { id: here.params.name ?? '', name, scopes: scopes && checkScopes(scopes), own_customers };
    await setRole(here.db, here.session.orgId, change, { by: authorOf(here), create: false });
    return DONE;
  },
  'DELETE /roles/:name': async (here) => {
    await deleteRole(here.db, here.session.orgId, here.params.name ?? '', authorOf(here));
    return DONE;
  },
} satisfies Partial<Handlers>;
