import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function UsagePage() {
  const { t } = useTranslation('usage');
  return <PageTitle title={t('title')} />;
}
