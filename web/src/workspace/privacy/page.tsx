/** The privacy of a customer (`/customers/8/privacy`): preview, export, hold and erasure. */
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { Select } from '../../components/select/select.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { useDownload } from '../../hooks/use-download.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { NoRight } from '../schema/no-right.tsx';
import type { Section } from '../schema/section.ts';
import { type Address, SectionPage } from '../schema/section-page.tsx';
import { titleOfSection } from '../schema/sections.ts';
import { useContextOf } from '../schema/shown.ts';
import { titleOf } from '../schema/title.ts';
import { useRecord } from '../schema/use-record.ts';
import { EraseChapter, ErasureState } from './erasure.tsx';
import { HoldChapter } from './hold.tsx';
import { PreviewTables } from './preview.tsx';
import { privacyQuery } from './privacy-query.ts';

const READS = 'v3:privacy:read';
const WRITES = 'v3:privacy:write';

const useReads = (): boolean => useSession().user.scopes.includes(READS);

const Back = ({ section, to, title }: { section: Section; to: string; title: string }) => (
  <Anchor component={Link} to={to} size="sm">
    ‹ {title || titleOfSection(section)}
  </Anchor>
);

const BackToCustomer = ({ section, id }: { section: Section; id: number }) => {
  const { schema, row, names } = useRecord(section, id);
  const context = useContextOf(names);
  const title = row && schema ? titleOf(section, schema, row, context) : '';
  return <Back section={section} to={`/${section.path}/${id}`} title={title} />;
};

const LANGUAGES = ['own', 'de', 'en'] as const;

/** The link to the archive, which the browser writes to a file while it arrives. */
const ExportLink = ({ id }: { id: number }) => {
  const { t } = useTranslation('privacy');
  const { onClick } = useDownload();
  const [begun, setBegun] = useState(false);
  const [language, setLanguage] = useState('own');
  const begin = () => {
    setBegun(true);
    onClick();
  };
  return (
    <Stack gap={4} maw="22rem">
      <Select
        label={t('exportLanguage')}
        size="xs"
        data={LANGUAGES.map((value) => ({ value, label: t(`exportIn.${value}`) }))}
        allowDeselect={false}
        value={language}
        onChange={(chosen) => setLanguage(chosen ?? 'own')}
      />
      <Button
        component="a"
        href={`/v3/customers/${id}/privacy/export${language === 'own' ? '' : `?language=${language}`}`}
        download
        onClick={begin}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {t('export')}
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {begun ? t('exportBegun') : null}
      </Text>
    </Stack>
  );
};

const Privacy = ({ section, sections, id }: Address) => {
  const { t } = useTranslation('privacy');
  const { user } = useSession();
  const query = useQuery(privacyQuery(id));
  const writes = user.administrator && user.scopes.includes(WRITES);
  const { preview = null } = query.data ?? {};
  return (
    <div className="record">
      {preview?.state === 'live' ? (
        <BackToCustomer section={section} id={id} />
      ) : (
        <Back section={section} to={`/${section.path}`} title="" />
      )}
      <PageTitle
        title={t('titleOf', { kid: id })}
        description={t('about')}
        actions={preview ? <ExportLink id={id} /> : null}
      />
      <QueryState query={query} rows={6}>
        {({ erasure }) => (
          <>
            {erasure ? <ErasureState erasure={erasure} /> : null}
            {preview ? (
              <Stack gap="xl">
                <PreviewTables preview={preview} sections={sections} />
                <HoldChapter kid={id} hold={preview.hold} writes={writes} />
                {writes && preview.state !== 'restricted' ? <EraseChapter preview={preview} /> : null}
              </Stack>
            ) : null}
          </>
        )}
      </QueryState>
    </div>
  );
};

export default function PrivacyPage() {
  const { t } = useTranslation('privacy');
  const reads = useReads();
  return (
    <SectionPage>
      {(address) =>
        reads ? <Privacy key={address.id} {...address} /> : <PageTitle title={t('title')} description={<NoRight />} />
      }
    </SectionPage>
  );
}
