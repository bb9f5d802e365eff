/** Name, letterhead and logo of the organisation, and whether mails leave the service. */
import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callOf } from '../../api/client.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ArchiveCard } from './archive-card.tsx';
import { LetterheadCard, useLetterhead } from './letterhead-card.tsx';
import { LogoCard } from './logo-card.tsx';
import { MailCard, useMail } from './mail-card.tsx';
import { NameCard } from './name-card.tsx';
import { ORGANISATION_KEY } from './query-keys.ts';

export default function OrganisationPage() {
  const { t } = useTranslation('organisation');
  useMail();
  useLetterhead();
  const query = useQuery({ queryKey: ORGANISATION_KEY, ...callOf('GET /organisation') });
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} />
      <QueryState query={query}>
        {(organisation) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
            <Stack>
              <NameCard organisation={organisation} />
              <LetterheadCard />
              <ArchiveCard />
            </Stack>
            <Stack>
              <LogoCard logo={organisation.logo} name={organisation.name} />
              <MailCard />
            </Stack>
          </SimpleGrid>
        )}
      </QueryState>
    </>
  );
}
