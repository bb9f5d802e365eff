import { Box, Button, Card, Group, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerOf, addressOf } from '../../api/client.ts';
import { fromLocalInput, toLocalInput } from '../../components/form/datetime-local.ts';
import { Select } from '../../components/select/select.tsx';
import { ServerSelect } from '../../components/select/server-select.tsx';
import { TokenSelect } from '../../components/select/token-select.tsx';
import { UserSelect } from '../../components/select/user-select.tsx';
import { useDownload } from '../../hooks/use-download.ts';
import { anyText } from '../../hooks/use-search-params.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRecordSearch } from '../../workspace/search/use-record-search.ts';

/** Filters of the log; '' for no filter. Times are ISO. */
export interface AuditFilters {
  readonly record: string;
  readonly action: string;
  readonly section: string;
  readonly user: string;
  readonly token: string;
  readonly since: string;
  readonly until: string;
  /** 'true': only security events. */
  readonly security: string;
}

const NO_FILTERS: AuditFilters = {
  record: '',
  action: '',
  section: '',
  user: '',
  token: '',
  since: '',
  until: '',
  security: '',
};

/**
 * The filters of the address. Invalid ones are reported, because the log must not seem to have less or more than it
 * has.
 */
export const IN_ADDRESS = Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, anyText])) as Readonly<
  Record<keyof AuditFilters, typeof anyText>
>;

const isNumber = (text: string): boolean => /^\d{1,10}$/.test(text);
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));
const endsBefore = ({ since, until }: AuditFilters): boolean => Date.parse(until) < Date.parse(since);

/** Invalid filters of an address: an old link, or one that was typed. */
export const wrongFilters = (
  filters: AuditFilters,
  known: { readonly actions: readonly string[]; readonly sections: readonly string[] },
): (keyof AuditFilters)[] => {
  const fits: Readonly<Record<keyof AuditFilters, (text: string) => boolean>> = {
    record: isRecord,
    action: (text) => known.actions.includes(text),
    section: (text) => known.sections.includes(text),
    user: isNumber,
    token: isNumber,
    since: isTime,
    until: isTime,
    security: (text) => text === 'true',
  };
  return (Object.keys(fits) as (keyof AuditFilters)[]).filter((name) => filters[name] && !fits[name](filters[name]));
};

/** `customers/5`: a section and a number. */
const isRecord = (text: string): boolean => /^[a-z][a-z/-]*\/\d{1,10}$/.test(text);

const OF_NO_RECORD = new Set(['tokens', 'webhooks', 'mailboxes', 'settings', 'duplicates']);

export const sectionName = (section: string): string =>
  nameOf(OF_NO_RECORD.has(section) ? 'audit:belongsToNone' : 'resources:name', section);

/** Resets the filters, and exports the log where all of them are valid. */
const Acts = ({ value, fits, onReset }: { value: AuditFilters; fits: boolean; onReset: () => void }) => {
  const { t } = useTranslation('audit');
  const download = useDownload();
  return (
    <Group gap="sm">
      {Object.values(value).some(Boolean) ? (
        <Button size="xs" variant="default" onClick={onReset}>
          {t('reset')}
        </Button>
      ) : null}
      {fits ? (
        <Button
          size="xs"
          variant="default"
          component="a"
          href={addressOf('GET /audit/export', { query: value })}
          download
          {...download}
          title={t('exportText')}
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          {t('export')}
        </Button>
      ) : null}
    </Group>
  );
};

/** Filters of the log; every change applies at once. */
export const Filters = (props: {
  value: AuditFilters;
  known: AnswerOf<'GET /audit/filters'>;
  onChange: (value: AuditFilters) => void;
}) => {
  const { value, known, onChange } = props;
  const { t } = useTranslation('audit');
  const set = (part: Partial<AuditFilters>) => onChange({ ...value, ...part });
  const records = useRecordSearch(() => true);
  const [opened, setOpened] = useState(false);
  const count = Object.values(value).filter(Boolean).length;
  const chooser = (name: keyof AuditFilters, label: string) => ({
    label,
    placeholder: t('any'),
    onChange: (chosen: string | null) => set({ [name]: chosen ?? '' }),
    clearable: true,
    clearButtonProps: { 'aria-label': `${t('reset')}: ${label}` },
  });
  return (
    <Card withBorder component="section" padding="md" mb="md" className="not-printed" aria-label={t('filters')}>
      <Button
        hiddenFrom="sm"
        size="sm"
        variant="default"
        fullWidth
        aria-expanded={opened}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpened(!opened)}
      >
        {count ? t('filtersSet', { n: count }) : t('filters')}
      </Button>
      <Box {...(opened ? { mt: 'sm' } : { visibleFrom: 'sm' })}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="sm">
          <ServerSelect
            {...chooser('record', t('record'))}
            {...records}
            placeholder={t('searchRecord')}
            value={isRecord(value.record) ? value.record : null}
          />
          <Select
            {...chooser('action', t('action'))}
            data={known.actions.map((action) => ({ value: action, label: nameOf('audit:actions', action) }))}
            value={known.actions.includes(value.action) ? value.action : null}
            searchable
          />
          <Select
            {...chooser('section', t('kind'))}
            data={known.sections.map((section) => ({ value: section, label: sectionName(section) }))}
            value={known.sections.includes(value.section) ? value.section : null}
            searchable
          />
          <UserSelect {...chooser('user', t('user'))} value={isNumber(value.user) ? value.user : null} />
          <TokenSelect {...chooser('token', t('token'))} value={isNumber(value.token) ? value.token : null} />
          <TextInput
            type="datetime-local"
            label={t('since')}
            value={toLocalInput(isTime(value.since) ? value.since : null)}
            onChange={(event) => set({ since: fromLocalInput(event.currentTarget.value) ?? '' })}
          />
          <TextInput
            type="datetime-local"
            label={t('until')}
            value={toLocalInput(isTime(value.until) ? value.until : null)}
            onChange={(event) => set({ until: fromLocalInput(event.currentTarget.value) ?? '' })}
            error={endsBefore(value) ? t('endBeforeStart') : null}
          />
        </SimpleGrid>
        <Group justify="space-between" mt="sm" mih={30}>
          <Switch
            label={t('security')}
            checked={value.security === 'true'}
            onChange={(event) => set({ security: event.currentTarget.checked ? 'true' : '' })}
          />
          <Acts value={value} fits={!wrongFilters(value, known).length} onReset={() => onChange(NO_FILTERS)} />
        </Group>
      </Box>
    </Card>
  );
};
