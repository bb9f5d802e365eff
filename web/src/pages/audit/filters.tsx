import { Button, Card, Group, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { fromLocalInput, toLocalInput } from '../../parts/local-time.ts';
import { ServerSelect, type Wanted } from '../../parts/server-select.tsx';
import { UserSelect } from '../../parts/user-select.tsx';

/** What the log is narrowed to; '' for everything. Times are ISO. */
export interface AuditFilters {
  readonly record: string;
  readonly user: string;
  readonly token: string;
  readonly since: string;
  readonly until: string;
  /** 'true': only security events. */
  readonly security: string;
}

export const NO_FILTERS: AuditFilters = { record: '', user: '', token: '', since: '', until: '', security: '' };

/** `customers/5`: a section and a number. */
export const isRecord = (text: string): boolean => /^[a-z][a-z/-]*\/\d{1,10}$/.test(text);

const loadTokens = async (wanted: Wanted) =>
  (await api('GET /tokens', { query: { ...wanted, sort: 'name', limit: 20 } })).items.map(({ token_id, name }) => ({
    value: String(token_id),
    label: `${name} (${token_id})`,
  }));

/** Filters of the log; every change applies at once. */
export const Filters = (props: { value: AuditFilters; onChange: (value: AuditFilters) => void }) => {
  const { value, onChange } = props;
  const { t } = useTranslation('audit');
  const set = (part: Partial<AuditFilters>) => onChange({ ...value, ...part });
  const changed = Object.values(value).some(Boolean);
  return (
    <Card withBorder component="section" padding="md" mb="md" aria-label={t('filters')}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 5 }} spacing="sm">
        <TextInput
          label={t('record')}
          placeholder="customers/5"
          value={value.record}
          onChange={(event) => set({ record: event.currentTarget.value.trim() })}
          error={value.record && !isRecord(value.record) ? t('recordHint') : null}
        />
        <UserSelect
          label={t('user')}
          placeholder={t('any')}
          value={value.user || null}
          onChange={(user) => set({ user: user ?? '' })}
          clearable
          clearButtonProps={{ 'aria-label': `${t('reset')}: ${t('user')}` }}
        />
        <ServerSelect
          label={t('token')}
          placeholder={t('any')}
          queryKey={['tokens', 'choices']}
          load={loadTokens}
          value={value.token || null}
          onChange={(token) => set({ token: token ?? '' })}
          clearable
          clearButtonProps={{ 'aria-label': `${t('reset')}: ${t('token')}` }}
        />
        <TextInput
          type="datetime-local"
          label={t('since')}
          value={toLocalInput(value.since || null)}
          onChange={(event) => set({ since: fromLocalInput(event.currentTarget.value) ?? '' })}
        />
        <TextInput
          type="datetime-local"
          label={t('until')}
          value={toLocalInput(value.until || null)}
          onChange={(event) => set({ until: fromLocalInput(event.currentTarget.value) ?? '' })}
        />
      </SimpleGrid>
      <Group justify="space-between" mt="sm" mih={30}>
        <Switch
          label={t('security')}
          checked={value.security === 'true'}
          onChange={(event) => set({ security: event.currentTarget.checked ? 'true' : '' })}
        />
        {changed ? (
          <Button size="xs" variant="default" onClick={() => onChange(NO_FILTERS)}>
            {t('reset')}
          </Button>
        ) : null}
      </Group>
    </Card>
  );
};
