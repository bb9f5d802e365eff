import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function UsersPage() {
  const { t } = useTranslation('users');
  return <PageTitle title={t('title')} />;
}
