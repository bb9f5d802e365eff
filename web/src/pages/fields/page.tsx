import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function FieldsPage() {
  const { t } = useTranslation('fields');
  return <PageTitle title={t('title')} />;
}
