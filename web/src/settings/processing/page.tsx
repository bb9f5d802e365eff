/** Stored data, recipients, erasures and holds (docs/privacy.md): for a data protection officer, and for paper. */
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type AnswerOf, call } from '../../api/v3.ts';
import { QueryState } from '../../components/feedback/query-state.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { DateText } from '../../components/text/date-text.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { builtInText, nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

type Report = AnswerOf<'GET /v3/privacy/report'>;

const titleOf = (path: string): string =>
  nameOf('records:sections', path, nameOf('records:parts', path, nameOf('privacy:sections', path)));

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card withBorder component="section" padding="lg">
    <Title order={2} size="h4" mb="sm">
      {title}
    </Title>
    <Stack gap="sm">{children}</Stack>
  </Card>
);

const Paragraphs = ({ text }: { text: string }) => (
  <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
    {text}
  </Text>
);

const Day = ({ value }: { value: string | null }) => (value === null ? '–' : <DateText value={value} kind="date" />);

const Rows = (props: { label: string; head: readonly string[]; rows: readonly (readonly ReactNode[])[] }) => {
  const { t } = useTranslation('processing');
  const { label, head, rows } = props;
  return (
    <>
      <Title order={3} size="h5">
        {label}
      </Title>
      {rows.length ? (
        <DataTable label={label} head={[...head]} minWidth={520}>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report never change their places
            <tr key={at}>
              <th scope="row">{cells[0]}</th>
              {cells.slice(1).map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do cells
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </DataTable>
      ) : (
        <Text size="sm">{t('none')}</Text>
      )}
    </>
  );
};

const Processing = ({ report }: { report: Report }) => {
  const { t } = useTranslation('processing');
  const { t: r } = useTranslation('retention');
  const { t: p } = useTranslation('privacy');
  return (
    <Part title={t('processing')}>
      <Title order={3} size="h5">
        {r('texts.purposes')}
      </Title>
      <Paragraphs text={report.purposes} />
      <Title order={3} size="h5">
        {r('texts.source')}
      </Title>
      <Paragraphs text={report.source} />
      <Rows
        label={t('kinds')}
        head={[t('kind'), t('records'), t('fields'), t('rule')]}
        rows={report.processing.map(({ section, records, fields, rule }) => [
          titleOf(section),
          records,
          [...new Set(fields.map(({ label }) => builtInText(label)))].join(', '),
          rule ? p(`rule.${rule.from}`, { count: rule.years, basis: rule.basis }) : '–',
        ])}
      />
      <Text size="sm">{t('purge', { count: report.purge_days })}</Text>
    </Part>
  );
};

const Recipients = ({ recipients: { about, webhooks, exports, tokens } }: Pick<Report, 'recipients'>) => {
  const { t } = useTranslation('processing');
  const contents = ({ sections, kid, organisation }: Report['recipients']['exports'][number]): string => {
    if (organisation) return t('wholeOrganisation');
    return kid === null ? sections.map(titleOf).join(', ') : t('person', { kid });
  };
  return (
    <Part title={t('recipients')}>
      <Paragraphs text={about} />
      <Rows
        label={t('webhooks')}
        head={[t('name'), t('address'), t('deliveries'), t('last')]}
        rows={webhooks.map(({ name, to, count, last }) => [name, to, count, <Day key={to} value={last} />])}
      />
      <Rows
        label={t('exports')}
        head={[t('last'), t('by'), t('contents')]}
        rows={exports.map((one) => [<Day key={one.at} value={one.at} />, one.by ?? t('command'), contents(one)])}
      />
      <Rows
        label={t('tokens')}
        head={[t('name'), t('last')]}
        rows={tokens.map(({ name, last }) => [name, <Day key={name} value={last} />])}
      />
    </Part>
  );
};

const Erasures = ({ erasures, holds }: Report) => {
  const { t } = useTranslation('processing');
  const { t: a } = useTranslation('audit');
  const counts = (erased: Readonly<Record<string, number>>): string =>
    Object.entries(erased)
      .map(([section, n]) => `${titleOf(section)}: ${n}`)
      .join(', ');
  return (
    <Part title={t('erasuresAndHolds')}>
      <Rows
        label={t('erasures')}
        head={[t('customer'), t('since'), t('by'), t('reason'), t('state'), t('until'), t('erased')]}
        rows={erasures.map((one) => [
          one.kid,
          <Day key={one.id} value={one.created_at} />,
          one.by ?? t('command'),
          one.reason,
          t(`states.${one.state}`),
          <Day key={one.id} value={one.done_at ?? one.due} />,
          counts(one.erased),
        ])}
      />
      <Rows
        label={t('holds')}
        head={[t('customer'), t('since'), t('by'), t('reason'), t('until')]}
        rows={holds.in_force.map((one) => [
          one.kid,
          <Day key={one.kid} value={one.created_at} />,
          one.by ?? t('command'),
          one.reason,
          one.until === null ? t('untilLifted') : <Day key={one.kid} value={one.until} />,
        ])}
      />
      <Rows
        label={t('holdChanges')}
        head={[t('customer'), t('last'), t('by'), t('change')]}
        rows={holds.changes.map((one) => [
          one.kid,
          <Day key={one.at} value={one.at} />,
          one.by ?? t('command'),
          a(`actions.${one.action}`),
        ])}
      />
    </Part>
  );
};

const yearAgo = (): string => {
  const day = new Date();
  day.setFullYear(day.getFullYear() - 1);
  return day.toISOString().slice(0, 10);
};

export default function ProcessingPage() {
  const { t, language } = useTranslation('processing');
  const [since, setSince] = useState(yearAgo);
  const [until, setUntil] = useState(() => new Date().toISOString().slice(0, 10));
  const asked = { since, until, language: language === 'de' ? 'de' : 'en' } as const;
  const query = useQuery({
    queryKey: ['processing', asked],
    queryFn: () => call('GET /v3/privacy/report', { query: asked }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <PageTitle title={t('title')} description={t('text')} />
      <Group align="end" mb="md" className="not-printed">
        <TextInput type="date" label={t('since')} value={since} onChange={(event) => setSince(event.target.value)} />
        <TextInput type="date" label={t('until')} value={until} onChange={(event) => setUntil(event.target.value)} />
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </Group>
      <QueryState query={query} rows={6}>
        {(report) => (
          <Stack>
            <Text size="sm">
              {report.organisation} · {t('asOf')} <DateText value={report.at} /> · {t('since')}{' '}
              <Day value={report.since} /> {t('until')} <Day value={report.until} />
            </Text>
            <Processing report={report} />
            <Recipients recipients={report.recipients} />
            <Erasures {...report} />
          </Stack>
        )}
      </QueryState>
    </>
  );
}
