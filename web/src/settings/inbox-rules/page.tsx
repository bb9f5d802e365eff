/** Rules of the inbox (`/settings/inbox-rules`): effects of filed documents with some words. */
import { Badge, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendV3 } from '../../api/v3.ts';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notifyError, notifyWith } from '../../hooks/notify.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RULES, type Rule, rulesQuery } from './rules.ts';

const RuleForm = laterDialog(async () => (await import('./rule-form.tsx')).RuleForm);

const RuleTable = ({ rules, edit }: { rules: readonly Rule[]; edit: (rule: Rule) => void }) => {
  const { t } = useTranslation('inbox-rules');
  const { t: c } = useTranslation();
  const client = useQueryClient();
  const send = async (method: 'DELETE' | 'POST', address: string, done?: () => void) => {
    await sendV3(method, address).then(done, notifyError);
    await client.invalidateQueries({ queryKey: rulesQuery.queryKey });
  };
  const remove = ({ id, name }: Rule) =>
    send('DELETE', `${RULES}/${id}`, () =>
      notifyWith(() => t('removed', { name }), {
        name: () => t('undo'),
        run: () => void send('POST', `${RULES}/${id}/restore`),
      }),
    );
  return (
    <DataTable label={t('title')} head={[t('name'), t('words'), t('status'), t('task'), t('days'), t('on'), '']}>
      {rules.map((rule) => (
        <tr key={rule.id}>
          <th scope="row">{rule.name}</th>
          <td className="break-anywhere">{rule.words}</td>
          <td className="break-anywhere">{rule.status ?? '–'}</td>
          <td className="break-anywhere">{rule.aufgabe ?? '–'}</td>
          <td>{rule.aufgabe ? rule.tage : '–'}</td>
          <td>
            <Badge variant="light" color={rule.aktiv ? 'teal' : 'gray'}>
              {t(rule.aktiv ? 'on' : 'off')}
            </Badge>
          </td>
          <td className="end">
            <RowMenu
              name={rule.name}
              actions={[
                { name: c('edit'), run: () => edit(rule) },
                { name: c('delete'), danger: true, run: () => void remove(rule) },
              ]}
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
};

export default function InboxRulesPage() {
  const { t } = useTranslation('inbox-rules');
  const query = useQuery(rulesQuery);
  const [edited, setEdited] = useState<Rule | 'new' | null>(null);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('title')} description={t('description')} actions={add} />
      <QueryState query={query}>
        {(rules) => (rules.length ? <RuleTable rules={rules} edit={setEdited} /> : <EmptyState text={t('empty')} />)}
      </QueryState>
      {edited ? <RuleForm rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}
