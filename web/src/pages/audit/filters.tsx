import { Button, Card, Group, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type AnswerOf, addressOf, api } from '../../api/client.ts';
import { nameOf } from '../../i18n/name-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { anyText, LONGEST } from '../../parts/in-address.ts';
import { fromLocalInput, toLocalInput } from '../../parts/local-time.ts';
import { Select } from '../../parts/select.tsx';
import { ServerSelect, type Wanted } from '../../parts/server-select.tsx';
import { useDownload } from '../../parts/use-download.ts';
import { UserSelect } from '../../parts/user-select.tsx';

/** What the log is narrowed to; '' for everything. Times are ISO. */
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

/** As the address says them. What is no filter is told, because the log must not seem to have less or more than it has. */
export const IN_ADDRESS = Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, anyText])) as Readonly<
  Record<keyof AuditFilters, typeof anyText>
>;

const isNumber = (text: string): boolean => /^\d{1,10}$/.test(text);
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));
const endsBefore = ({ since, until }: AuditFilters): boolean => Date.parse(until) < Date.parse(since);

/** What an address may say that is no filter: an old link, or one that somebody wrote. */
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

const loadTokens = async (wanted: Wanted) =>
  (await api('GET /tokens', { query: { ...wanted, sort: 'name', limit: 20 } })).items.map(({ token_id, name }) => ({
    value: String(token_id),
    label: `${name} (${token_id})`,
  }));

const OF_NO_RECORD = new Set(['tokens', 'webhooks', 'settings']);

const sectionName = (section: string): string =>
  nameOf(OF_NO_RECORD.has(section) ? 'audit:belongsToNone' : 'resources:name', section);

/** What can be done with the filters: to take them back, and where all of them fit, to take along what they leave. */
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
  const chooser = (name: keyof AuditFilters, label: string) => ({
    label,
    placeholder: t('any'),
    onChange: (chosen: string | null) => set({ [name]: chosen ?? '' }),
    clearable: true,
    clearButtonProps: { 'aria-label': `${t('reset')}: ${label}` },
  });
  return (
    <Card withBorder component="section" padding="md" mb="md" className="not-printed" aria-label={t('filters')}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="sm">
        <TextInput
          label={t('record')}
          placeholder="customers/5"
          maxLength={LONGEST}
          value={value.record}
          onChange={(event) => set({ record: event.currentTarget.value.trim() })}
          error={value.record && !isRecord(value.record) ? t('recordHint') : null}
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
        <ServerSelect
          {...chooser('token', t('token'))}
          queryKey={['tokens', 'choices']}
          load={loadTokens}
          value={isNumber(value.token) ? value.token : null}
        />
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
    </Card>
  );
};
