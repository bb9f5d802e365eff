/** A mail as text: its head, its text, and the names of its attachments. Nothing of it runs or is loaded. */
import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Address } from 'postal-mime';
import { request } from '../../api/client.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { dateFormat } from '../../i18n/formats.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** A larger file is not read here: its text is rarely that long, and its attachments would fill the memory. */
const MAX_BYTES = 10 * 1024 * 1024;

const nameOf = ({ name, address }: Address): string =>
  name && address ? `${name} <${address}>` : name || address || '';

/** Elements without text, and those behind which a line ends. */
const SKIPPED = new Set(['head', 'style', 'script', 'title']);
const LINES = new Set(['br', 'p', 'div', 'tr', 'li', 'h1', 'h2', 'h3']);

/** The text of an HTML mail with its lines; a parser of the browser would report styles and handlers against the policy. */
const textOfHtml = async (html: string): Promise<string> => {
  const { Parser } = await import('htmlparser2');
  const pieces: string[] = [];
  let skipped = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      skipped += Number(SKIPPED.has(name));
    },
    ontext: (text) => {
      if (!skipped) pieces.push(text.replaceAll(/\s+/g, ' '));
    },
    onclosetag: (name) => {
      skipped -= Number(SKIPPED.has(name));
      if (LINES.has(name)) pieces.push('\n');
    },
  });
  parser.end(html);
  return pieces
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
};

/** Reads a mail. @param address of its content @throws ApiError */
const readMail = async (address: string) => {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(await (await request('GET', address)).arrayBuffer());
  return {
    from: mail.from ? nameOf(mail.from) : '',
    to: [...(mail.to ?? []), ...(mail.cc ?? [])].map(nameOf).join(', '),
    date: mail.date ? new Date(mail.date) : null,
    subject: mail.subject ?? '',
    text: mail.text?.trim() || (await textOfHtml(mail.html ?? '')),
    attachments: mail.attachments.map(({ filename }) => filename ?? '').filter(Boolean),
  };
};

/** @param address of the content @param size in bytes @param name of the file */
export const MailView = ({ address, size, name }: { address: string; size: number; name: string }) => {
  const { t, language } = useTranslation('records');
  const small = size <= MAX_BYTES;
  const { data, error, refetch } = useQuery({
    queryKey: ['mail', address],
    queryFn: () => readMail(address),
    enabled: small,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!small)
    return (
      <Alert color="blue" icon={<IconFileOff aria-hidden />}>
        {t('noPreview')}
      </Alert>
    );
  if (error) return <ErrorBox error={error} retry={refetch} />;
  if (!data) return <Skeleton height={120} />;
  const { from, to, date, subject, text, attachments } = data;
  const when = date && !Number.isNaN(date.getTime()) ? dateFormat(language, 'time').format(date) : '';
  const head = { from, to, date: when, subject, attachments: attachments.join(', ') } as const;
  return (
    <Stack gap="xs">
      <dl className="mail-head">
        {(['from', 'to', 'date', 'subject', 'attachments'] as const).map((one) =>
          head[one] ? (
            <div key={one}>
              <Text component="dt" size="sm" c="dimmed">
                {t(`mail.${one}`)}
              </Text>
              <Text component="dd" size="sm" className="break-anywhere">
                {head[one]}
              </Text>
            </div>
          ) : null,
        )}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
      <section tabIndex={0} aria-label={name} className="inbox-text break-anywhere">
        {text || t('mail.empty')}
      </section>
    </Stack>
  );
};
