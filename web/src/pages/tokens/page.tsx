import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function TokensPage() {
  const { t } = useTranslation('tokens');
  return <PageTitle title={t('title')} />;
}
