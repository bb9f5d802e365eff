/** Select of the adviser whose work is shown; the URL parameter `betreuer` has the choice. */
import { useSession } from '../../api/session.ts';
import { Select } from '../../components/select/select.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUsers } from '../schema/users.ts';
import { ALL } from './agenda.ts';

export const AdviserSelect = ({ value, onChange }: { value: string; onChange: (to: string) => void }) => {
  const { t } = useTranslation('day');
  const { user } = useSession();
  const users = useUsers().filter(({ kid }) => kid !== user.kid);
  return (
    <Select
      label={t('for')}
      data={[
        { value: String(user.kid), label: t('me', { name: user.name }) },
        { value: ALL, label: t('everyone') },
        ...users.map(({ kid, name }) => ({ value: String(kid), label: String(name) })),
      ]}
      value={value}
      allowDeselect={false}
      onChange={(to) => onChange(to ?? value)}
    />
  );
};
