import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function AccountPage() {
  const { t } = useTranslation('account');
  return <PageTitle title={t('title')} />;
}
