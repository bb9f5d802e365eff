/** The sentence of a page without the right to it, with the names of administrators. */
import { useSession } from '../../api/session.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUsers } from './users.ts';

/** So many administrators are named. */
const MOST = 3;

export const NoRight = () => {
  const { t, language } = useTranslation('records');
  const { user } = useSession();
  const names = useUsers()
    .filter(({ kid, aktiv, administrator }) => aktiv && administrator && kid !== user.kid)
    .slice(0, MOST)
    .map(({ name }) => name);
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
  return names.length ? `${t('noRight')} ${t('ask', { names: list })}` : t('noRight');
};
