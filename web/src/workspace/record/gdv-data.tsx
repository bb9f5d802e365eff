/** The lines of a contract in the last GDV file of its insurer, with the names of their fields. */
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readV3 } from '../../api/v3.ts';
import { ErrorBox, LoadingRows } from '../../components/feedback/query-state.tsx';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Block } from '../schema/facts.tsx';

interface GdvField {
  readonly name: string;
  readonly bytes: readonly [number, number];
  readonly value: string;
  /** Meaning of a key. */
  readonly label: string | null;
}

interface GdvLine {
  readonly satzart: string;
  readonly part: number | null;
  readonly text: string;
  readonly fields: readonly GdvField[];
}

interface GdvLines {
  readonly delivered: string | null;
  readonly lines: readonly GdvLine[];
}

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
    queryFn: () => readV3<GdvLines>(`/contracts/${id}/gdv`),
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
