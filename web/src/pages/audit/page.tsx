import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function AuditPage() {
  const { t } = useTranslation('audit');
  return <PageTitle title={t('title')} />;
}
