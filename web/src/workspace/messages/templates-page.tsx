/** Templates (`/templates`): texts of mails, letters and records of advice. */
import { Badge, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { sendV3 } from '../../api/v3.ts';
import { EmptyState, QueryState } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { RowMenu } from '../../components/menu/action-menu.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { PageTitle } from '../../components/text/page-title.tsx';
import { notifyError, notifyWith } from '../../hooks/notify.ts';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { READS_MESSAGES, TEMPLATES, type Template, templatesQuery, WRITES_MESSAGES } from './templates.ts';

const TemplateForm = laterDialog(async () => (await import('./template-form.tsx')).TemplateForm);
const TemplatePreview = laterDialog(async () => (await import('./template-preview.tsx')).TemplatePreview);

const useRemove = () => {
  const { t } = useTranslation('messages');
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: templatesQuery.queryKey });
  return async ({ id, name }: Template): Promise<void> => {
    const address = `${TEMPLATES}/${id}`;
    const restore = async () => {
      await sendV3('POST', `${address}/restore`).catch(notifyError);
      await refresh();
    };
    try {
      await sendV3('DELETE', address);
      notifyWith(() => t('removed', { name }), { name: () => t('undo'), run: () => void restore() });
    } catch (error) {
      notifyError(error);
    }
    await refresh();
  };
};

const TemplateTable = (props: {
  templates: readonly Template[];
  edit: (template: Template) => void;
  show: (template: Template) => void;
}) => {
  const { templates, edit, show } = props;
  const { t } = useTranslation('messages');
  const { t: c } = useTranslation();
  const { user } = useSession();
  const writes = user.scopes.includes(WRITES_MESSAGES);
  const remove = useRemove();
  return (
    <DataTable label={t('title')} head={[t('name'), t('kind'), t('section'), t('visible'), '']}>
      {templates.map((template) => (
        <tr key={template.id}>
          <th scope="row" className="break-anywhere">
            {template.name}
          </th>
          <td>{t(`kinds.${template.kind}`)}</td>
          <td>{nameOf('records:sections', template.section)}</td>
          <td>
            <Badge variant="light" color={template.freigabe ? 'teal' : 'gray'}>
              {t(template.freigabe ? 'everyone' : 'private')}
            </Badge>
          </td>
          <td className="end">
            <RowMenu
              name={template.name}
              actions={[
                { name: t('preview'), run: () => show(template) },
                ...(writes && (template.kid === user.kid || user.administrator)
                  ? [
                      { name: c('edit'), run: () => edit(template) },
                      { name: c('delete'), danger: true, run: () => void remove(template) },
                    ]
                  : []),
              ]}
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
};

export default function TemplatesPage() {
  const { t } = useTranslation('messages');
  const { t: records } = useTranslation('records');
  const { scopes } = useSession().user;
  const reads = scopes.includes(READS_MESSAGES);
  const query = useQuery({ ...templatesQuery, enabled: reads });
  const [edited, setEdited] = useState<Template | 'new' | null>(null);
  const [shown, setShown] = useState<Template | null>(null);
  if (!reads) return <PageTitle title={t('title')} description={records('noRight')} />;
  const add = scopes.includes(WRITES_MESSAGES) ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('new')}
    </Button>
  ) : null;
  return (
    <>
      <PageTitle title={t('title')} description={t('about')} actions={add} />
      <QueryState query={query}>
        {(templates) =>
          templates.length ? (
            <TemplateTable templates={templates} edit={setEdited} show={setShown} />
          ) : (
            <EmptyState text={t('none')} />
          )
        }
      </QueryState>
      {edited ? <TemplateForm template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
      {shown ? <TemplatePreview template={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}
