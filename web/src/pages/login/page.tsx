import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function LoginPage() {
  const { t } = useTranslation('login');
  return <PageTitle title={t('title')} />;
}
