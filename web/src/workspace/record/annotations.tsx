/** Comments, links and relations of a record. */
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Names, type Row, readV3 } from '../../api/v3.ts';
import { ErrorBox } from '../../components/feedback/query-state.tsx';
import { laterDialog } from '../../components/lazy.ts';
import { DateText } from '../../components/text/date-text.tsx';
import { nameOf } from '../../i18n/label-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/link.tsx';
import { Block } from '../schema/facts.tsx';
import type { Section } from '../schema/section.ts';
import { titleOfSection, useSections } from '../schema/sections.ts';
import { CommentForm } from './comment-form.tsx';
import { ChangeRelation, NewRelation } from './relation-buttons.tsx';

const LinkForm = laterDialog(async () => (await import('../forms/link-form.tsx')).LinkForm);

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor component={Link} to={to} inherit>
    {children}
  </Anchor>
);

const Comment = ({ row }: { row: Row }) => {
  const author = row.autor as { name?: string } | null;
  return (
    <li>
      <span className="comment-text">{String(row.text ?? '')}</span>
      <span className="short-values">
        {author?.name} · <DateText value={String(row.insert_datum).replace(' ', 'T')} />
      </span>
    </li>
  );
};

const RecordLink = ({ row, names }: { row: Row; names: Names }) => {
  const { t } = useTranslation('records');
  const { data: sections = [] } = useSections();
  const path = String(row.foreign_section);
  const section = sections.find((one) => one.path === path);
  const name = names[path]?.[String(row.foreign_id)] ?? t('numbered', { number: row.foreign_id });
  return (
    <li>
      {section ? <To to={`/${path}/${row.foreign_id}`}>{name}</To> : name}
      <span className="short-values">{section ? titleOfSection(section) : path}</span>
    </li>
  );
};

const Relation = ({ row, actions }: { row: Row; actions: ReactNode }) => {
  const { kid, name } = row.contact as { kid: number; name: string | null };
  return (
    <li>
      <To to={`/customers/${kid}`}>{name ?? `${kid}`}</To>
      <span className="short-values">{String(row.beziehung_name ?? '')}</span>
      {actions}
    </li>
  );
};

const NewLink = ({ path }: { path: string }) => {
  const { t } = useTranslation('records');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => setOpened(true)}
        leftSection={<IconPlus size={14} aria-hidden />}
      >
        {t('link.title')}
      </Button>
      {opened ? <LinkForm opened onClose={() => setOpened(false)} path={path} /> : null}
    </>
  );
};

/** Annotations of a record. @param block a part of a page, which is omitted if it is empty */
export const Annotated = (props: { section: Section; id: number; row: Row; what: string; block?: boolean }) => {
  const { section, id, row: record, what, block = false } = props;
  const { t } = useTranslation('records');
  const path = `/${section.path}/${id}/${what}`;
  const query = useQuery({
    queryKey: ['v3', section.path, 'annotations', id, what],
    queryFn: () => readV3(path, { with_names: true }),
  });
  const { data, error } = query;
  if (error) return <ErrorBox error={error} retry={() => query.refetch()} />;
  if (!data) return <Skeleton height={64} />;
  const writes = section.can.includes('write');
  if (block && !data.items.length && !writes) return null;
  const rowOf = (row: Row): ReactNode => {
    if (what === 'comments') return <Comment key={String(row.id)} row={row} />;
    if (what === 'links') return <RecordLink key={String(row.id)} row={row} names={data.names ?? {}} />;
    const change = writes ? <ChangeRelation section={section} customer={record} relation={row} /> : null;
    return <Relation key={String(row.id)} row={row} actions={change} />;
  };
  const actions: Readonly<Record<string, ReactNode>> = {
    relations: <NewRelation section={section} customer={record} />,
    links: <NewLink path={path} />,
  };
  return (
    <Block title={`${nameOf('records:tabs', what)} ${data.items.length}`} actions={writes ? actions[what] : null}>
      {data.items.length ? (
        <ul className="short-rows">{data.items.map(rowOf)}</ul>
      ) : (
        <Text size="sm" c="dimmed" mb={6}>
          {t('none')}
        </Text>
      )}
      {what === 'comments' && writes ? <CommentForm path={path} /> : null}
    </Block>
  );
};
