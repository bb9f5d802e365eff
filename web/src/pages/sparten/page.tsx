import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function SpartenPage() {
  const { t } = useTranslation('sparten');
  return <PageTitle title={t('title')} />;
}
