import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function OverviewPage() {
  const { t } = useTranslation('overview');
  return <PageTitle title={t('title')} />;
}
