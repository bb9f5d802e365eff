import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../parts/page-title.tsx';

export default function InvitationPage() {
  const { t } = useTranslation('invitation');
  return <PageTitle title={t('title')} />;
}
