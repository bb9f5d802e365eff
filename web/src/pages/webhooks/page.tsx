import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  return <PageTitle title={t('title')} />;
}
