import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function TagsPage() {
  const { t } = useTranslation('tags');
  return <PageTitle title={t('title')} />;
}
