import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function RelationTypesPage() {
  const { t } = useTranslation('relation-types');
  return <PageTitle title={t('title')} />;
}
