import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function BillingCompaniesPage() {
  const { t } = useTranslation('billing-companies');
  return <PageTitle title={t('title')} />;
}
