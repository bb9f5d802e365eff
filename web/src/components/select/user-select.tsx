import type { SelectProps } from '@mantine/core';
import { api } from '../../api/client.ts';
import type { User } from '../../api/types.ts';
import { type Choice, ServerSelect } from './server-select.tsx';

const SHOWN = 20;

const choiceOf = ({ kid, vorname, name, email }: User): Choice => ({
  value: String(kid),
  label: `${[vorname, name].filter(Boolean).join(' ')} (${email})`,
});

/** A picker of users; `active`: only those who may sign in. */
export const UserSelect = (props: Omit<SelectProps, 'data'> & { known?: Choice | null; active?: boolean }) => {
  const { active = false, ...rest } = props;
  return (
    <ServerSelect
      queryKey={['users', 'choices', active]}
      load={async (wanted) => {
        const query = { ...wanted, sort: 'name', limit: SHOWN, active: active ? 'true' : null };
        return (await api('GET /users', { query })).items.map(choiceOf);
      }}
      {...rest}
    />
  );
};
