/** The lines of a contract in the last GDV file of its insurer, with the names of their fields. */
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, call } from '../../api/v3.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Block } from '../schema/facts.tsx';

type GdvLine = AnswerOf<'GET /v3/contracts/:id/gdv'>['lines'][number];

const LineBlock = ({ line: { satzart, part, text, fields } }: { line: GdvLine }) => {
  const { t } = useTranslation('records');
  return (
    <Block title={part === null ? t('gdv.unknown', { satzart }) : t('gdv.line', { satzart, part })}>
      {fields.length ? (
        <dl className="fields">
          {fields.map(({ name, bytes: [from, to], value, label }) => (
            <div key={from} title={t('gdv.bytes', { from, to })}>
              <dt>{name}</dt>
              <dd className="break-anywhere">{label === null ? value : `${label} (${value})`}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Code block style={{ whiteSpace: 'pre-wrap' }} className="break-anywhere">
          {text}
        </Code>
      )}
    </Block>
  );
};

export default function GdvData({ id }: { id: number }) {
  const { t, language } = useTranslation('records');
  const { data, error, refetch } = useQuery({
    queryKey: ['v3', 'contracts', 'gdv', id],
    queryFn: () => call('GET /v3/contracts/:id/gdv', { id }),
    staleTime: 30_000,
  });
  if (error) return <ErrorBox error={error} retry={() => refetch()} />;
  if (!data) return <LoadingRows rows={6} />;
  if (!data.lines.length) return <Text c="dimmed">{t('gdv.none')}</Text>;
  const day = data.delivered && dateFormat(language, 'long').format(new Date(`${data.delivered}T12:00`));
  return (
    <div className="history">
      <Text fw={600}>{day ? t('gdv.from', { day }) : t('gdv.undated')}</Text>
      <div className="fact-columns">
        {data.lines.map((line) => (
          <LineBlock key={line.text} line={line} />
        ))}
      </div>
    </div>
  );
}
