import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function InboxPage() {
  const { t } = useTranslation('inbox');
  return <PageTitle title={t('title')} />;
}
